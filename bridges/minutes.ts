import type { MinuteRow } from './frames.ts';
import { plainPrice, roundPrice } from './tick.ts';

const MINUTE_MS = 60_000;
/** A chart without a past gets this many minutes at the first start. */
const FIRST_MS = 500 * MINUTE_MS;
const MOST_MS = 1_440 * MINUTE_MS;

/** Whole minutes without prices, epoch ms: `fromMs` inclusive, `toMs` exclusive. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The minutes between a last tick and now. The minute of that tick has prices, and this one is not over.
 * @param lastTickMs epoch ms; undefined: there was none
 */
export function gapOf(lastTickMs: number | undefined, nowMs: number): Gap | undefined {
  const toMs = startOf(nowMs);
  const fromMs = Math.max(
    lastTickMs === undefined ? toMs - FIRST_MS : startOf(lastTickMs) + MINUTE_MS,
    toMs - MOST_MS,
  );
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

const startOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/**
 * A venue's candles `[epoch ms, open, high, low, close, volume]` as rows of the exchange, without those outside of the gap, without
 * a price or without a trade.
 */
export function minuteRows(
  candles: readonly (readonly unknown[])[],
  { fromMs, toMs }: Gap,
  decimals: number | undefined,
): readonly MinuteRow[] {
  const rows: MinuteRow[] = [];
  for (const [time, open, high, low, close, volume] of candles) {
    const ms = Number(time);
    if (!(ms >= fromMs && ms < toMs) || ms % MINUTE_MS !== 0) continue;
    const [o, h, l, c] = [open, high, low, close].map((one) => priceOf(one, decimals));
    if (o === undefined || h === undefined || l === undefined || c === undefined) continue;
    // Some venues write a minute without a trade as a candle of the last price.
    if (Number(volume) === 0) continue;
    // The exchange has whole volumes.
    rows.push([ms / 1_000, o, h, l, c, Math.ceil(Number(volume ?? 0))]);
  }
  return rows;
}

function priceOf(value: unknown, decimals: number | undefined): string | undefined {
  const plain = plainPrice(value);
  return plain && roundPrice(plain, decimals, 'nearest');
}
