import type { AccountFigures } from '../../../server/exchange/state.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { money } from '../../../shared/domain/money.ts';
import { type Order, orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
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
    id: orderId(id),
    instrumentId: instrumentId(401),
    code: 'BTCUSD',
    showCode: 'BTC/USD',
    precision: 2,
    side: 'buy',
    volume: volumeFromWire(0.01),
    multiple: 10,
    createdAt: timestampMs(now),
    openPrice: price(100),
    margin: money(0),
    fee: money(FEE * UNIT),
  } as const;
  if (what === 'opened') return { ...facts, status: 'open' };
  return {
    ...facts,
    status: 'closed',
    closePrice: price(100),
    realisedPnl: money(PROFIT * UNIT),
    closedAt: timestampMs(now),
    reason: 'take-profit',
  };
}
