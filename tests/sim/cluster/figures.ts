import type { AccountFigures } from '../../../server/exchange/state.ts';
import { money } from '../../../shared/domain/money.ts';
import type { Order } from '../../../shared/domain/order.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';
import type { Held } from './database.ts';

/** Whole units of money. */
export const START_BALANCE = 100_000;
export const FEE = 3;
export const PROFIT = 5;

const UNIT = 1_000_000;

export const figuresOf = ({ balance }: Held): AccountFigures => ({
  balance: money(balance * UNIT),
  lockBalance: money(0),
});

/** An order as the exchange knows it: all are alike. */
export function orderOf(id: number, what: 'opened' | 'closed', now: number): Order {
  const facts = {
    id,
    instrumentId: 401,
    code: 'BTCUSD',
    showCode: 'BTC/USD',
    precision: 2,
    volume: volumeFromWire(0.01),
    multiple: 10,
    createdAt: now,
    openPrice: 100,
    fee: FEE * UNIT,
  } as const;
  return what === 'opened'
    ? aPosition(facts)
    : aClosed({
        ...facts,
        closePrice: 100,
        realisedPnl: PROFIT * UNIT,
        closedAt: now,
        reason: 'take-profit',
      });
}
