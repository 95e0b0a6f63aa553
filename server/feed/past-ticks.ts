import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market, Tick } from './market.ts';

/**
 * The last ticks of a market that come in frames, so that an order is judged by each tick since it was decided on, also by
 * those of before this process has loaded it.
 */
export interface PastTicks {
  /** When the newest frame that has been applied was sent, by the feed's clock. */
  reached(): TimestampMs;
  /** The ticks of later frames, oldest first: at most the last 1,024 of an instrument. */
  since(instrument: InstrumentId, reached: TimestampMs): readonly Tick[];
}

/**
 * The ticks of an instrument that came while its market was open, even if it has closed since. Where its hours are not known:
 * all ticks if it is open now, otherwise none.
 */
export function openTicksSince(
  past: Pick<PastTicks, 'since'> | undefined,
  market: Pick<Market, 'sessions'>,
  instrument: Instrument | undefined,
  reached: TimestampMs,
): readonly Tick[] {
  const ticks = (instrument && past?.since(instrument.id, reached)) ?? [];
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (instrument === undefined || first === undefined || last === undefined) return [];
  const spans = market.sessions(instrument.id, first.time, last.time + 1);
  if (spans === undefined) return instrument.market.status === 'open' ? ticks : [];
  return ticks.filter(({ time }) => spans.some(([from, to]) => from <= time && time < to));
}

export interface TickRecorder extends PastTicks {
  /** A frame that was sent then is applied from here on. */
  reach(sentMs: number): void;
  /**
   * Ignores a tick that is older than the last one of its instrument.
   * @param ask in points; default: the price
   * @returns whether it was taken
   */
  take(instrument: InstrumentId, timeMs: number, points: number, sentMs: number, ask?: number): boolean;
}

const KEPT = 1_024;
const COLUMNS = 4;

interface Ring {
  /** For each tick: when its frame was sent, its time, its price, its ask. */
  readonly rows: Float64Array;
  /** How many ticks were ever taken. */
  count: number;
}

export function createTickRecorder(): TickRecorder {
  const rings = new Map<InstrumentId, Ring>();
  let reachedMs = 0;
  return {
    reached: () => timestampMs(reachedMs),
    reach(sentMs) {
      reachedMs = Math.max(reachedMs, sentMs);
    },
    take(instrument, timeMs, points, sentMs, ask = points) {
      const ring = getOrCreate(rings, instrument, emptyRing);
      const { rows, count } = ring;
      if (count > 0) {
        const last = placeOf(count - 1);
        const lastMs = rows[last + 1] ?? 0;
        const isSame = points === rows[last + 2] && ask === rows[last + 3];
        if (timeMs < lastMs || (timeMs === lastMs && isSame)) return false;
      }
      // Written one by one: every tick comes by here, and an array for it would be garbage.
      const at = placeOf(count);
      rows[at] = sentMs;
      rows[at + 1] = timeMs;
      rows[at + 2] = points;
      rows[at + 3] = ask;
      ring.count = count + 1;
      return true;
    },
    since(instrument, reached) {
      const ring = rings.get(instrument);
      const ticks: Tick[] = [];
      if (ring === undefined) return ticks;
      for (let at = ring.count - 1; at >= Math.max(0, ring.count - KEPT); at--) {
        const place = placeOf(at);
        const [sentMs = 0, timeMs = 0, points = 0, ask = 0] = ring.rows.subarray(place, place + COLUMNS);
        if (sentMs <= reached) break;
        ticks.push({
          instrumentId: instrument,
          close: price(points),
          ask: price(ask),
          time: timestampMs(timeMs),
        });
      }
      return ticks.reverse();
    },
  };
}

const emptyRing = (): Ring => ({ rows: new Float64Array(KEPT * COLUMNS), count: 0 });

/** Where a tick begins in the rows, by how many were taken before it. */
const placeOf = (count: number): number => (count % KEPT) * COLUMNS;
