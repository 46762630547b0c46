import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import { QrCode } from "./QrCode.tsx";

export interface InvitationProps {
  address: string;
  /** The seat in words. */
  seat: string;
  /** What the link is for, in a message. */
  text: string;
}

/** The fate of a press on *Copy*. */
type Copying = "none" | "copied" | "by-hand";

/** The link of a free seat: to be copied, shared, or photographed. */
export function Invitation({ address, seat, text }: InvitationProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<Copying>("none");
  const [hasCode, setCode] = useState(false);
  useEffect(() => {
    if (copying !== "copied") return undefined;
    const timer = setTimeout(() => setCopying("none"), 4000);
    return () => clearTimeout(timer);
  }, [copying]);
  const copy = () => void copied(address, field.current).then((isDone) => setCopying(isDone ? "copied" : "by-hand"));
  const share = () => void navigator.share({ title: "Bughouse", text, url: address }).catch(() => undefined); // the person may think better of it
  return (
    <div class="invitation">
      <input type="text" readOnly value={address} ref={field} aria-label={`Invitation for ${seat}`} onFocus={(event) => event.currentTarget.select()} />
      <div class="buttons">
        <button type="button" class="primary" aria-label={`Copy link: invitation for ${seat}`} onClick={copy}><Icon name="copy" /><span>Copy link</span></button>
        {canShare() && <button type="button" aria-label={`Share: invitation for ${seat}`} onClick={share}>Share</button>}
        <button type="button" aria-expanded={hasCode} aria-label={`QR code: invitation for ${seat}`} onClick={() => setCode(!hasCode)}>QR code</button>
        <span class="copying" role="status">{SAYS[copying]}</span>
      </div>
      {hasCode && <QrCode text={address} label={`QR code of the invitation for ${seat}`} />}
    </div>
  );
}

const SAYS: Record<Copying, string> = {
  none: "",
  copied: "Copied.",
  "by-hand": "The link is selected: press Ctrl+C, or hold it, to copy it.",
};

function canShare(): boolean {
  return typeof navigator !== "undefined" && typeof navigator.share === "function";
}

/**
 * Copies a text; false if that is left to the person, for whom it is then selected. A page over plain http has no clipboard, unless
 * it comes from this machine.
 */
async function copied(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return false;
  }
}
