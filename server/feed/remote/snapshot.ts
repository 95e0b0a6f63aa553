import { candleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import type { Instrument, MarketState } from '../../../shared/domain/instrument.ts';
import { builderOf, rowsOf } from '../../../shared/domain/minute-builder.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import type { Board } from '../board.ts';
import { type Frame, type FrameHead, HEAD_BYTES, writeHead } from './frame.ts';

/*
 * Instruments of a board as bytes: an answer has as many of them as fit, from the one that was asked for, as they stand at
 * the number of its head. So a reader asks on until it has all, and applies to each only the frames after its own number.
 * The body, all f64: index of the first instrument, number of all instruments; then for each: id, last price, first price of
 * its day, time (ms, 0 without a price), whether it is open, when it opens (NaN: unknown), start of the first hour not in the
 * store, number of minutes, number of hours; the rows of the minutes; the rows of the hours. Then the asks of all of them, if
 * one is not the last price: an earlier version does not read so far.
 */

const ENOUGH_BYTES = 192 * 1024;
const NUMBER_BYTES = 8;

/** The part of a snapshot that begins with the instrument at index `from`. */
export function snapshotOf(board: Board, from: number, head: Omit<FrameHead, 'kind' | 'count'>): Uint8Array {
  const instruments = board.view.instruments();
  const numbers: number[] = [from, board.entries.length];
  let count = 0;
  while (
    from + count < board.entries.length &&
    (count === 0 || numbers.length * NUMBER_BYTES < ENOUGH_BYTES)
  ) {
    addInstrument(numbers, board, from + count, instruments[from + count]);
    count++;
  }
  const quotes = instruments.slice(from, from + count).map(({ id }) => board.view.quote(id));
  if (quotes.some((quote) => quote?.ask !== quote?.close))
    for (const quote of quotes) numbers.push(quote?.ask ?? 0);
  const bytes = new Uint8Array(HEAD_BYTES + numbers.length * NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  writeHead(view, { ...head, kind: 'snapshot', count });
  for (const [i, number] of numbers.entries()) view.setFloat64(HEAD_BYTES + i * NUMBER_BYTES, number, true);
  return bytes;
}

function addInstrument(
  numbers: number[],
  board: Board,
  at: number,
  instrument: Instrument | undefined,
): void {
  const [entry, series] = [board.entries[at], board.series[at]];
  if (!entry || !series || !instrument) throw new RangeError(`no instrument at ${at}`);
  const quote = board.view.quote(instrument.id);
  const rows = rowsOf(series.minutes);
  const { hours } = series;
  numbers.push(
    entry.id,
    quote?.close ?? 0,
    quote?.open ?? 0,
    quote?.time ?? 0,
    ...numbersOf(instrument.market),
  );
  numbers.push(series.hoursEndS, rows.length, hours.length);
  for (const number of rows) numbers.push(number);
  for (let i = 0; i < hours.length; i++) numbers.push(...candleRow(hours, i));
}

/** How a state is written: a number, and when it opens. An earlier version reads all but `open` as closed. */
const NUMBER_OF = { closed: 0, open: 1, stale: 2, halted: 3 } as const;

export const numbersOf = (state: MarketState): readonly [number, number] =>
  state.status === 'open'
    ? [NUMBER_OF.open, Number.NaN]
    : [NUMBER_OF[state.why ?? 'closed'], state.opensAt ?? Number.NaN];

export function stateOf(number: number, opensAt: number): MarketState {
  if (number === NUMBER_OF.open) return { status: 'open' };
  const why = WHYS.find((one) => NUMBER_OF[one] === number);
  return {
    status: 'closed',
    ...(Number.isNaN(opensAt) ? {} : { opensAt: timestampMs(opensAt) }),
    ...(why ? { why } : {}),
  };
}

const WHYS = ['stale', 'halted'] as const;

/**
 * Sets the instruments of a part on a board. One that was added since the feed or the board began is in one of them only.
 * @param placeOf the index on the board of an instrument's id
 * @param onSet receives the index at the feed of each, and that on the board, if it is there
 * @returns the index at the feed of the instrument after them, and how many that has
 * @throws RangeError for a snapshot that is cut off
 */
export function applySnapshot(
  board: Board,
  { records, count }: Frame,
  placeOf: (id: number) => number | undefined,
  onSet: (at: number, place: number | undefined) => void,
): readonly [next: number, all: number] {
  let read = 0;
  const number = (): number => records.getFloat64(NUMBER_BYTES * read++, true);
  const [from, all] = [number(), number()];
  const recalls: ((ask: number | undefined) => void)[] = [];
  for (let at = from; at < from + count; at++) {
    const place = placeOf(number());
    recalls.push(setInstrument(board, place, number));
    onSet(at, place);
  }
  const hasAsks = records.byteLength >= NUMBER_BYTES * (read + count);
  for (const recall of recalls) recall(hasAsks ? number() : undefined);
  return [from + count, all];
}

/** @returns sets the last price */
function setInstrument(
  board: Board,
  at: number | undefined,
  number: () => number,
): (ask: number | undefined) => void {
  const [close, open, timeMs] = [number(), number(), number()];
  const state = stateOf(number(), number());
  const hoursEndS = number();
  const rows = new Float64Array(number());
  const hourCount = number();
  for (let i = 0; i < rows.length; i++) rows[i] = number();
  const hours = createCandles(Math.max(16, hourCount));
  for (let i = 0; i < hourCount; i++)
    putCandle(hours, [number(), number(), number(), number(), number(), number()]);
  const series = at === undefined ? undefined : board.series[at];
  if (at === undefined || series === undefined) return () => undefined;
  board.setState(at, state);
  series.hoursEndS = hoursEndS;
  series.minutes = builderOf(rows);
  series.hours = hours;
  return (ask) => {
    if (timeMs > 0) board.recall(at, timeMs, close, open, ask);
  };
}
