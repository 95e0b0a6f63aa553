/** The last minutes, in parts that begin with what was known then: the oldest part goes whole. */
export interface Ring<T> {
  put(entry: T, bytes: number): void;
  /** Whether a new part is due at this time, and so what it begins with. */
  isDue(atMs: number): boolean;
  begin(atMs: number, head: readonly T[], bytes: number): void;
  /** Everything held, oldest first. */
  entries(): readonly T[];
  bytes(): number;
  /** Time from the oldest part's beginning. */
  lengthMs(nowMs: number): number;
}

export interface RingLimits {
  readonly partMs: number;
  readonly keepMs: number;
  readonly maxBytes: number;
}

interface Part<T> {
  readonly startMs: number;
  readonly head: readonly T[];
  readonly entries: T[];
  bytes: number;
}

export function createRing<T>({ partMs, keepMs, maxBytes }: RingLimits): Ring<T> {
  let parts: Part<T>[] = [];
  const total = () => parts.reduce((sum, part) => sum + part.bytes, 0);

  /** The newest part stays whatever its size: it is cut into the next one by `isDue`. */
  function drop(nowMs: number): void {
    while (parts.length > 1) {
      const [, second] = parts;
      const isOld = second !== undefined && nowMs - second.startMs >= keepMs;
      if (!isOld && total() <= maxBytes) return;
      parts = parts.slice(1);
    }
  }

  return {
    put(entry, bytes) {
      const part = parts.at(-1);
      part?.entries.push(entry);
      if (part) part.bytes += bytes;
    },
    isDue(atMs) {
      const part = parts.at(-1);
      if (part === undefined) return true;
      return atMs - part.startMs >= partMs || part.bytes > maxBytes / 2;
    },
    begin(atMs, head, bytes) {
      parts.push({ startMs: atMs, head, entries: [], bytes });
      drop(atMs);
    },
    entries: () => parts.flatMap(({ head, entries }, at) => (at === 0 ? [...head, ...entries] : entries)),
    bytes: total,
    lengthMs: (nowMs) => (parts[0] === undefined ? 0 : nowMs - parts[0].startMs),
  };
}
