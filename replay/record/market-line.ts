const encoder = new TextEncoder();
const FRAME_START = '{"topic":"DAY_MARKET","seq":';
const BEFORE_TIME = encoder.encode('{"at":');
const AFTER_TIME = encoder.encode(`,"kind":"in","text":${JSON.stringify(FRAME_START).slice(0, -1)}`);
const AFTER_TEXT = encoder.encode('"}\n');
const [QUOTE, BACKSLASH, BRACKET, ZERO] = [34, 92, 91, 48];
/** More than a frame's line has besides the frame. */
export const LINE_ROOM = 128;

/**
 * Writes the line of a market frame in exactly the shape that the server prints: its bytes are there, and nothing needs
 * masking or is looked through again.
 * @param atMs a whole number
 * @returns where the line ends
 */
export function putMarketLine(
  to: Uint8Array,
  start: number,
  atMs: number,
  frame: Uint8Array,
  frameLength: number,
): number {
  let at = copy(AFTER_TIME, to, putDigits(atMs, to, copy(BEFORE_TIME, to, start)));
  // Its numbers and names up to the rows, of which the names alone have quotes.
  let from = FRAME_START.length;
  for (let code = frame[from] ?? 0; code !== BRACKET; code = frame[++from] ?? 0) {
    if (code === QUOTE) to[at++] = BACKSLASH;
    to[at++] = code;
  }
  return copy(AFTER_TEXT, to, copy(frame.subarray(from, frameLength), to, at));
}

/** @returns where it ends */
function copy(part: Uint8Array, to: Uint8Array, start: number): number {
  to.set(part, start);
  return start + part.length;
}

/** @returns where they end */
function putDigits(whole: number, to: Uint8Array, start: number): number {
  let end = start + 1;
  for (let power = 10; power <= whole; power *= 10) end++;
  for (let at = end - 1, rest = whole; at >= start; at--, rest = Math.floor(rest / 10))
    to[at] = ZERO + (rest % 10);
  return end;
}
