import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { marginOf } from '../../../shared/domain/margin.ts';
import { type Money, money, withinMoney, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { byInstrument, netOf, totalOf } from '../../../shared/domain/net-position.ts';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';

/** What an account holds of one instrument. */
export interface Holding {
  readonly instrumentId: InstrumentId;
  readonly showCode: string;
  readonly positions: readonly Position[];
  /** Lots bought less lots sold, scaled as a volume; below zero: more was sold. */
  readonly netLots: number;
}

/** The positions by instrument, in the order of the instruments. */
export function holdingsOf(positions: readonly Position[]): readonly Holding[] {
  return byInstrument(positions, (one) => one).map((own) => {
    const [{ instrumentId, showCode }] = own;
    const { side, volume: lots } = netOf(own);
    return { instrumentId, showCode, positions: own, netLots: side === 'sell' ? -lots : lots };
  });
}

/**
 * What a holding is worth in the account's currency at a price, below zero when more was sold than bought; undefined while
 * price or rate are unknown.
 */
export function exposureOf(
  { netLots }: Pick<Holding, 'netLots'>,
  instrument: Pick<Instrument, 'marginMode' | 'contractSize' | 'precision'> | undefined,
  now: Price | undefined,
  rate: Rate | undefined,
): Money | undefined {
  if (netLots === 0) return ZERO_MONEY;
  if (instrument === undefined || now === undefined || rate === undefined) return undefined;
  // The whole amount that is traded: the margin of a leverage of one.
  const worth = withinMoney(() => marginOf(instrument, volume(Math.abs(netLots)), now, 1, rate));
  return worth === undefined ? undefined : money(netLots < 0 ? -worth : worth);
}

/** The sum, live; undefined while a part is unknown. */
export const sumOf = (
  parts: readonly ReadonlySignal<Money | undefined>[],
): ReadonlySignal<Money | undefined> => computed(() => totalOf(parts.map(({ value }) => value)));

/** Where the bar of a part ends, in percent of a rail whose middle is zero; the largest part reaches the end. */
export function barEnd(part: Money | undefined, largest: number): number | undefined {
  if (part === undefined || largest <= 0) return undefined;
  return Math.round(200 + (part / largest) * 192) / 4;
}
