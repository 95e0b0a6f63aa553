import { type Instrument, instrumentId, type Settlement } from '../../../shared/domain/instrument.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { price, priceToWire } from '../../../shared/domain/price.ts';
import { addRow, createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { createPositionBook } from '../../../shared/stream/position-book.ts';
import { createQuoteTable } from '../../../shared/stream/quote-table.ts';
import { anInstrument } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';
import { columnOf } from '../../helpers/position-rows.ts';

/** The inputs of a formula, all integers: lots of 10^-4, prices in points. */
export interface Terms {
  readonly precision: number;
  readonly contractSize: number;
  readonly lots: number;
  /** Whether the conversion price `at` is USD per unit, units per USD, or unused. */
  readonly rate: 'none' | 'direct' | 'inverse';
  readonly at: number;
  /** Decimals of the conversion's price. */
  readonly settling: number;
}

/** A position and the current price. */
export interface Move {
  readonly of: Terms;
  readonly open: number;
  readonly now: number;
  readonly side: Position['side'];
}

const settlement = ({ rate }: Terms, at: number): Settlement =>
  rate === 'none' ? { status: 'none' } : { status: rate, code: `SETTLE${at}` };

/** The profits that the worker computes for positions, from the prices of one frame; NaN if unknown. */
export function workersPnl(moves: readonly Move[]): readonly number[] {
  const instruments = moves.map(({ of }, at) =>
    anInstrument({
      id: instrumentId(2 * at + 1),
      code: `OWN${at}`,
      precision: of.precision,
      contractSize: of.contractSize,
      settle: settlement(of, at),
    }),
  );
  const conversions = moves.map(({ of }, at) =>
    anInstrument({ id: instrumentId(2 * at + 2), code: `SETTLE${at}`, precision: of.settling }),
  );
  const listed = [...instruments, ...conversions];
  const table = createQuoteTable(listed.length);
  table.list(listed);
  table.apply(
    rowsOf([
      ...moves.flatMap(({ now }, at) => quoteOf(instruments[at], now)),
      ...moves.flatMap(({ of }, at) => quoteOf(conversions[at], of.at)),
    ]),
  );
  const positions = moves.flatMap((move, at) => positionOf(move, instruments[at]));
  const byId = new Map(listed.map((one) => [Number(one.id), one]));
  const book = createPositionBook(positions, byId, new Map(listed.map((one) => [one.code, one])), table);
  return columnOf(book, 'pnl');
}

type Quoted = readonly [Instrument, number];

const quoteOf = (instrument: Instrument | undefined, points: number): readonly Quoted[] =>
  instrument === undefined ? [] : [[instrument, points]];

function positionOf({ of, open, side }: Move, instrument: Instrument | undefined): readonly Position[] {
  if (instrument === undefined) return [];
  const { id, code, showCode, precision } = instrument;
  return [
    aPosition({ id, instrumentId: id, code, showCode, precision, side, volume: of.lots, openPrice: open }),
  ];
}

function rowsOf(quotes: readonly Quoted[]) {
  const rows = createMarketRows();
  for (const [instrument, points] of quotes) {
    const close = priceToWire(price(points), instrument.precision);
    addRow(rows, [instrument.id, close, close, 1, 1]);
  }
  return rows;
}
