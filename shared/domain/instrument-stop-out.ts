import type { Instrument } from './instrument.ts';
import { addMoney, type Money, subMoney, withinMoney, ZERO_MONEY } from './money.ts';
import { byInstrument } from './net-position.ts';
import type { Position } from './order.ts';
import { floatingPnl, pointValue } from './pnl.ts';
import { type Price, price } from './price.ts';
import { closingPrice, openingPrice, spreadOf, type TwoPrices } from './quote.ts';
import { type Rate, rateOf } from './rate.ts';
import { type Exposure, stopOutPrice } from './stop-out.ts';

export interface InstrumentRisk {
  /** Open now, in this instrument. */
  readonly held: readonly Exposure[];
  /** One that would be open, too. */
  readonly order?: Exposure | undefined;
  /** With the fee of the order paid. */
  readonly equity: Money;
  /** Of all positions, with the order's. */
  readonly margin: Money;
  /** The margin level at which positions are closed, whole percent. */
  readonly percent: number;
  readonly now: TwoPrices<Price>;
  readonly rate: Rate;
}

export interface StopOut {
  /** What the side that loses there closes at. */
  readonly at: Price;
  /** The same price now, or when the order opens. */
  readonly from: Price;
}

/**
 * The price of an instrument at which the account is stopped out, with all other positions at their present prices. Undefined
 * if there is no such price.
 */
export const stopOutIn = (
  { precision, settle, code }: Instrument,
  { held, order, equity, margin, percent, now, rate }: InstrumentRisk,
): StopOut | undefined =>
  withinMoney(() => {
    const profit = held.reduce(
      (sum, one) =>
        addMoney(sum, floatingPnl(one.side, one.openPrice, closingPrice(one.side, now), one.value, rate)),
      ZERO_MONEY,
    );
    const isOwnRate = settle.status !== 'none' && settle.code === code;
    const spread = spreadOf(now);
    const from = order
      ? price(order.openPrice - openingPrice(order.side, { close: 0, ask: spread }))
      : now.close;
    const at = stopOutPrice({
      exposures: order ? [...held, order] : held,
      rest: subMoney(equity, profit),
      margin,
      percent,
      from,
      spread,
      rateAt: isOwnRate ? (at) => rateOf(settle, at, precision) : () => rate,
    });
    if (at === undefined) return undefined;
    const loser = at > from ? 'sell' : at < from ? 'buy' : (order ?? held[0])?.side;
    if (loser === undefined) return undefined;
    const closing = (close: Price) => closingPrice(loser, { close, ask: price(close + spread) });
    return { at: closing(at), from: closing(from) };
  });

/** Positions as what moves with the price of their instrument. */
export const exposuresOf = (
  { precision, contractSize }: Pick<Instrument, 'precision' | 'contractSize'>,
  positions: readonly Position[],
): readonly Exposure[] =>
  positions
    .filter((one) => one.precision === precision)
    .map(({ side, openPrice, volume }) => ({
      side,
      openPrice,
      value: pointValue(volume, contractSize, precision),
    }));

/** The positions of the instrument with the largest net amount, as it was opened: its price is the account's first danger. */
export function heaviestOf(positions: readonly Position[]): readonly Position[] {
  const weightOf = (group: readonly Position[]) =>
    Math.abs(
      group.reduce(
        (sum, { side, margin, multiple }) => sum + (side === 'buy' ? 1 : -1) * margin * multiple,
        0,
      ),
    );
  return byInstrument(positions, (one) => one).reduce<readonly Position[]>(
    (most, group) => (weightOf(group) > weightOf(most) ? group : most),
    [],
  );
}
