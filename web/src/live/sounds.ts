/** The sounds of a table, made by the page itself: short tones and knocks. */
export type Sound = "move" | "capture" | "drop" | "check" | "arrives" | "says" | "low" | "refused" | "start" | "end";

/** Tones one after the other: frequency in Hz, start and length in seconds, loudness 0 to 1. */
type Tone = readonly [hertz: number, start: number, length: number, loudness: number];

const TONES: Record<Sound, readonly Tone[]> = {
  move: [[190, 0, 0.05, 0.5]],
  capture: [[140, 0, 0.07, 0.6], [95, 0.03, 0.08, 0.5]],
  drop: [[260, 0, 0.04, 0.5], [170, 0.03, 0.07, 0.5]],
  check: [[190, 0, 0.05, 0.5], [740, 0.02, 0.09, 0.16]],
  arrives: [[520, 0, 0.06, 0.12], [660, 0.06, 0.08, 0.12]],
  says: [[880, 0, 0.05, 0.1], [1175, 0.06, 0.07, 0.08]],
  low: [[988, 0, 0.07, 0.2], [988, 0.14, 0.07, 0.2]],
  refused: [[150, 0, 0.08, 0.3], [120, 0.1, 0.1, 0.3]],
  start: [[392, 0, 0.1, 0.15], [523, 0.11, 0.16, 0.15]],
  end: [[523, 0, 0.12, 0.15], [392, 0.13, 0.12, 0.15], [330, 0.26, 0.25, 0.15]],
};

let context: AudioContext | undefined;

/** The loudness of all sounds, 0 to 1. */
let loudness = 1;

/** Sets the volume of all sounds, 0 (none) to 100. */
export function setVolume(volume: number): void {
  loudness = (volume / 100) ** 2; // as it is heard: half the way is half as loud
}

/** True once the page has been touched: a browser lets no page make sounds before. */
let isTouched = false;

if (typeof document !== "undefined") {
  for (const event of ["pointerup", "keydown"]) document.addEventListener(event, () => { isTouched = true; }, { once: true });
}

/** Plays a sound, once the page has been touched. */
export function play(sound: Sound): void {
  if (!isTouched || loudness === 0) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    for (const tone of TONES[sound]) sing(context, tone);
  } catch {
    // a page without sound is whole
  }
}

function sing(context: AudioContext, [hertz, start, length, share]: Tone): void {
  const from = context.currentTime + start;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = hertz < 300 ? "triangle" : "sine";
  tone.frequency.setValueAtTime(hertz * 1.25, from);
  tone.frequency.exponentialRampToValueAtTime(hertz, from + length / 2);
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, 2 * loudness * share), from + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(gain).connect(context.destination);
  tone.start(from);
  tone.stop(from + length + 0.02);
}
