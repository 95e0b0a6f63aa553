/** The last minutes, in parts that begin with what was known then: the oldest part goes whole. */
export interface Ring<T> {
  put(atMs: number, entry: T, bytes: number): void;
  /** Whether a new part is due at this time, and so what it begins with. */
  isDue(atMs: number): boolean;
  begin(atMs: number, head: readonly T[], bytes: number): void;
  /** Everything held, oldest first. */
  entries(): readonly RingEntry<T>[];
  bytes(): number;
  /** Time from the oldest part's beginning. */
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

/** An entry a place in both lists: an object for each would be moved about by the collector for minutes. */
interface Part<T> {
  readonly startMs: number;
  /** How many entries it begins with that were known before. */
  readonly known: number;
  readonly times: number[];
  readonly entries: T[];
  bytes: number;
}

export function createRing<T>({ partMs, keepMs, maxBytes }: RingLimits): Ring<T> {
  let parts: Part<T>[] = [];
  let newest: Part<T> | undefined;
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
    lengthMs: (nowMs) => (parts[0] === undefined ? 0 : nowMs - parts[0].startMs),
  };
}
