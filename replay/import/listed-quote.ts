import type { WireCandle, WireQuote } from '../../shared/contract/market.ts';
import { candleRow } from '../../shared/domain/candle.ts';
import { addTick, createMinuteBuilder, minutesOf, trimBuilder } from '../../shared/domain/minute-builder.ts';
import { price, priceFromWire, priceToWire } from '../../shared/domain/price.ts';
import { volumeOfUnits, volumeUnits } from '../format/exact-volume.ts';
import type { Surveyed } from './import-survey.ts';
import type { PricedEvent, VenueEvent } from './venue.ts';

/** One instrument while a capture is read: its quote, its candles, and their changes. */
export interface ListedQuote {
  readonly code: string;
  /**
   * @returns whether there is something to send; an unchanged price with a newer time counts. `late`: a trade that is older than
   *   the candles that are kept
   */
  take(event: PricedEvent, clockMs: number): 'changed' | 'nothing' | 'late';
  /** Undefined before the first price. */
  row(): WireQuote | undefined;
  lastCandle(): WireCandle | undefined;
  /** Candles that changed since the last call, the oldest first. */
  changedCandles(): readonly WireCandle[];
}

const DAY_MS = 86_400_000;
/** What a price may come with. */
interface Beside {
  readonly volume: string | undefined;
  readonly ask: string | undefined;
}

/** Minutes kept for late trades. */
const KEPT_MINUTES = 1_000;

export function createListedQuote({ wire, pricedBy, hasAsk, hasCandles }: Surveyed): ListedQuote {
  const { Id, Code, PricePrecision } = wire;
  const builder = createMinuteBuilder();
  const changed = new Map<number, WireCandle>();
  const sums = createVolumeSums();
  let last: WireCandle | undefined;
  /** In points; undefined before the first price. */
  let quote: { readonly open: number; readonly close: number; readonly day: number } | undefined;
  /** Beside the quote's close, in points. */
  let ask = 0;
  let timeMs = 0;
  /** Of the trade that made the quote: an older one changes its candle alone. */
  let quotedMs = Number.NEGATIVE_INFINITY;
  const decimal = (points: number) => priceToWire(price(points), PricePrecision);
  const points = (text: string) => priceFromWire(Number(text), PricePrecision);
  const exact = (text: string) => decimal(points(text));

  function putCandle(row: WireCandle): void {
    changed.set(row[0], row);
    if (last === undefined || row[0] >= last[0]) last = row;
  }

  /** @returns false for a trade that came too late for its candle */
  function dealt(text: string, atMs: number, { volume: dealtVolume, ask: askText }: Beside): boolean {
    const close = points(text);
    if (atMs >= quotedMs) {
      quotedMs = atMs;
      ask = hasAsk && askText !== undefined ? points(askText) : 0;
      const today = Math.floor(atMs / DAY_MS);
      quote =
        quote === undefined || today > quote.day ? { open: close, close, day: today } : { ...quote, close };
    }
    if (hasCandles) return true;
    const at = addTick(builder, atMs, close);
    if (at < 0) return false;
    const [time, o, h, l, c, trades] = candleRow(minutesOf(builder), at);
    const volume = dealtVolume === undefined ? trades : sums.add(time, dealtVolume);
    putCandle([time, decimal(o), decimal(h), decimal(l), decimal(c), volume]);
    if (builder.last >= 2 * KEPT_MINUTES) trimBuilder(builder, KEPT_MINUTES);
    return true;
  }

  function takeCandle({ timeS, prices, trades }: Extract<VenueEvent, { kind: 'candle' }>): void {
    const [o, h, l, c] = prices;
    putCandle([timeS, exact(o), exact(h), exact(l), exact(c), trades]);
  }

  return {
    code: Code,
    take(event, clockMs) {
      if (event.kind === 'candle') takeCandle(event);
      let isTaken = true;
      if (event.kind === pricedBy) {
        isTaken = dealt(
          event.kind === 'candle' ? event.prices[3] : event.price,
          ('timeMs' in event ? event.timeMs : undefined) ?? clockMs,
          {
            volume: 'volume' in event ? event.volume : undefined,
            ask: 'ask' in event ? event.ask : undefined,
          },
        );
        if (quote && event.kind === 'ticker' && event.open !== undefined)
          quote = { ...quote, open: points(event.open) };
      }
      if (quote) timeMs = Math.max(timeMs, clockMs);
      if (!isTaken) return 'late';
      return quote !== undefined || changed.size > 0 ? 'changed' : 'nothing';
    },
    row() {
      if (quote === undefined) return undefined;
      const row = [Id, decimal(quote.close), decimal(quote.open), 1, timeMs] as const;
      // Crossed quotes count as one price.
      return ask > quote.close ? [...row, decimal(ask)] : row;
    },
    lastCandle: () => last,
    changedCandles() {
      const rows = [...changed.values()].toSorted((a, b) => a[0] - b[0]);
      changed.clear();
      return rows;
    },
  };
}

/** The traded volume of each minute, of the last ones. */
function createVolumeSums() {
  const sums = new Map<number, bigint>();
  return {
    /** @returns the minute's volume with this trade's */
    add(timeS: number, volume: string): number {
      const sum = (sums.get(timeS) ?? 0n) + (volumeUnits(volume) ?? 0n);
      sums.set(timeS, sum);
      if (sums.size > 2 * KEPT_MINUTES) sums.delete(Math.min(...sums.keys()));
      return volumeOfUnits(sum);
    },
  };
}
