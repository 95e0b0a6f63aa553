import { type TimestampMs, timestampMs } from '../shared/domain/time.ts';

/** A machine's readings of the time, in ms: its clock (epoch), which can be set, and one of any origin that can't. */
export interface Machine {
  wall(): number;
  steady(): number;
}

/** The readings of one process; docs/operating.md, "The clock", says which of them is used for what. */
export interface ClockReadings {
  /** Of what is stored in order: orders, ticks, candles, postings. It never goes back: while the machine's clock is behind, it stands. */
  now(): TimestampMs;
  /** The machine's clock, for what is compared with the world outside: one-time codes, expiry, days, trading hours. */
  wall(): TimestampMs;
  /**
   * The machine's clock at the start of the process, and the time that has passed since. It neither stands nor jumps: for
   * limits and durations.
   */
  steady(): TimestampMs;
  /**
   * The machine's clock without the leaps ahead of the last `withinMs`: something of this length that began by `wall()` has
   * lasted so long when its end is reached. For holds, and for deletions.
   */
  surely(withinMs: number): TimestampMs;
  /** How far `now()` is ahead of the machine's clock, in ms. */
  aheadMs(): number;
  /** How far the machine's clock has been ahead of `steady()`, oldest first; the last one lasts. */
  offsets(): readonly Offset[];
  /** Takes over those of an earlier process. */
  recall(offsets: readonly Offset[]): void;
}

/** A smaller change of the machine's clock against the steady one is no leap. */
const LEAP_MS = 1_000;
/** No hold or retention is longer. */
const REMEMBERED_MS = 400 * 86_400_000;
const MOST_OFFSETS = 1_000;

interface Offset {
  readonly ms: number;
  /** The steady time until which it lasted; infinite while it lasts. */
  readonly endedAt: number;
}

export function clockReadings(machine: Machine): ClockReadings {
  const startedAt = machine.steady();
  const startWall = machine.wall();
  let latest = startWall;
  /** How far the machine's clock was ahead of the steady one, oldest first. */
  const offsets: Offset[] = [{ ms: 0, endedAt: Number.POSITIVE_INFINITY }];

  const steady = () => startWall + Math.floor(machine.steady() - startedAt);
  const wall = (): number => {
    const time = machine.wall();
    const last = offsets.at(-1);
    const at = steady();
    if (last !== undefined && Math.abs(time - at - last.ms) >= LEAP_MS) {
      offsets.pop();
      offsets.push({ ...last, endedAt: at });
      offsets.push({ ms: time - at, endedAt: Number.POSITIVE_INFINITY });
      forget(offsets, at);
    }
    latest = Math.max(latest, time);
    return time;
  };
  return {
    now() {
      wall();
      return timestampMs(latest);
    },
    wall: () => timestampMs(wall()),
    steady: () => timestampMs(steady()),
    surely(withinMs) {
      const time = wall();
      const at = steady();
      const least = offsets.reduce(
        (found, { ms, endedAt }) => (endedAt > at - withinMs ? Math.min(found, ms) : found),
        Number.POSITIVE_INFINITY,
      );
      return timestampMs(Math.min(time, at + least));
    },
    offsets: () => [...offsets],
    recall(earlier) {
      offsets.unshift(...earlier);
      forget(offsets, steady());
    },
    aheadMs() {
      const time = wall();
      return latest - time;
    },
  };
}

/** Bounds the memory of a clock that is set all the time: of the oldest two offsets the smaller one stays. */
function forget(offsets: Offset[], at: number): void {
  while ((offsets[0]?.endedAt ?? at) < at - REMEMBERED_MS) offsets.shift();
  while (offsets.length > MOST_OFFSETS) {
    const [first, second] = offsets;
    if (first === undefined || second === undefined) return;
    offsets.splice(0, 2, { ms: Math.min(first.ms, second.ms), endedAt: second.endedAt });
  }
}
