/** Time as the page sees it. Everything on the page that decides by time takes one of these. */
export interface PageClock {
  /** Epoch milliseconds of this device. */
  nowMs(): number;
  /** Runs once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs before the next paint: never while the page is hidden. The answer cancels it. */
  frame(run: () => void): () => void;
}

export const pageClock: PageClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  frame(run) {
    const request = requestAnimationFrame(run);
    return () => cancelAnimationFrame(request);
  },
};

const HEX = 16;

/** 128 random bits as 32 hexadecimal digits; unlike `randomUUID` it needs no secure origin. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(HEX).padStart(2, '0')).join('');
}
