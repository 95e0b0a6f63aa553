/** The last minutes, in parts that each start with the known state. The oldest part is dropped as a whole. */
export interface Ring<T> {
  put(atMs: number, entry: T, bytes: number): void;
  /** Whether a new part must begin at this time. */
  isDue(atMs: number): boolean;
  begin(atMs: number, head: readonly T[], bytes: number): void;
  /** Everything held, oldest first. */
  entries(): readonly RingEntry<T>[];
  bytes(): number;
  /** Whether something was known before its oldest entry. */
  isResumed(): boolean;
  /** Time since the beginning of the oldest part. */
  lengthMs(nowMs: number): number;
}

interface RingEntry<T> {
  readonly atMs: number;
  readonly entry: T;
}

export interface RingLimits {
  readonly partMs: number;
  readonly keepMs: number;
  readonly maxBytes: number;
}

/** Times and entries are parallel lists: an object per entry would cost the garbage collector more. */
interface Part<T> {
  readonly startMs: number;
  /** Number of its first entries that were known before. */
  readonly known: number;
  readonly times: number[];
  readonly entries: T[];
  bytes: number;
}

export function createRing<T>({ partMs, keepMs, maxBytes }: RingLimits): Ring<T> {
  let parts: Part<T>[] = [];
  let newest: Part<T> | undefined;
  const total = () => parts.reduce((sum, part) => sum + part.bytes, 0);

  /** The newest part is never dropped: `isDue` bounds its size. */
  function drop(nowMs: number): void {
    while (parts.length > 1) {
      const [, second] = parts;
      const isOld = second !== undefined && nowMs - second.startMs >= keepMs;
      if (!isOld && total() <= maxBytes) return;
      parts = parts.slice(1);
    }
  }

  return {
    put(atMs, entry, bytes) {
      if (newest === undefined) return;
      newest.times.push(atMs);
      newest.entries.push(entry);
      newest.bytes += bytes;
    },
    isDue: (atMs) => newest === undefined || atMs - newest.startMs >= partMs || newest.bytes > maxBytes / 2,
    begin(atMs, head, bytes) {
      newest = { startMs: atMs, known: head.length, times: head.map(() => atMs), entries: [...head], bytes };
      parts.push(newest);
      drop(atMs);
    },
    entries: () =>
      parts.flatMap(({ startMs, known, times, entries }, part) =>
        entries.map((entry, at) => ({ atMs: times[at] ?? startMs, entry })).slice(part === 0 ? 0 : known),
      ),
    bytes: total,
    isResumed: () => (parts[0]?.known ?? 0) > 0,
    lengthMs: (nowMs) => (parts[0] === undefined ? 0 : nowMs - parts[0].startMs),
  };
}
