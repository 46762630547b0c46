import { useEffect, useState } from "preact/hooks";

export interface QrCodeProps {
  text: string;
  label: string;
}

type Drawn = { path: string; size: number } | "failed" | undefined;

/** A text as a QR code, made by the page itself: dark on white in all themes, so that every camera reads it. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn>(undefined);
  useEffect(() => {
    let isWanted = true;
    const load = import("../bundles/qr.ts");
    load.then(({ qrPath }) => { if (isWanted) setDrawn(qrPath(text)); }, () => { if (isWanted) setDrawn("failed"); });
    return () => { isWanted = false; };
  }, [text]);
  if (drawn === "failed") return <p class="hint" role="status">The code could not be made.</p>;
  return (
    <div class="qr">
      {drawn && <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label} shape-rendering="crispEdges"><path d={drawn.path} /></svg>}
    </div>
  );
}
