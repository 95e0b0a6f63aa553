import { describe, expect, it } from 'vitest';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';

describe('margin of an opening', () => {
  // spec: 1.3
  it.each([
    ['EURUSD', 1, 1.2, 100, 1_200],
    ['EURUSD', 0.1, 0.9136, 50, 182.72],
    ['XAUUSD', 0.1, 1944, 100, 194.4],
    ['EURUSD', 0.1, 1.085, 100, 108.5],
    ['USDJPY', 0.1, 150, 100, 100],
    ['USDCHF', 0.2, 0.9, 30, 666.666667],
  ])('%s %d lots at %d with multiple %d holds %d', async (code, lots, price, multiple, margin) => {
    const { exchange, market, openAccount } = await startDealing();
    const account = await openAccount();
    market.tick(code, price);
    const order = good(await exchange.submit(account, ticket(code, 'buy', { lots, multiple })));
    expect(order).toMatchObject({ status: 'open', margin: moneyFromWire(margin) });
    expect((await exchange.figures(account)).lockBalance).toBe(moneyFromWire(margin));
  });
});

describe('profit of a close', () => {
  it.each([
    ['EURUSD', 'buy', 1, 1.2, 1.205, 500],
    ['XAUUSD', 'buy', 10, 1576.78, 1577.94, 1_160],
    ['GBPUSD', 'sell', 3, 2.011, 1.4063, 181_410],
    ['HSBC', 'buy', 1, 3.5, 3.6, 1_290.322581],
    ['USDJPY', 'buy', 0.3, 150, 150.456, 90.923592],
    ['EURUSD', 'sell', 1, 1.2, 1.205, -500],
  ] as const)('%s %s %d lots from %d to %d makes %d', async (code, side, lots, from, to, profit) => {
    const { exchange, market, openAccount } = await startDealing();
    const account = await openAccount();
    market.tick('USDHKD', 7.75);
    market.tick(code, from);
    const order = good(await exchange.submit(account, ticket(code, side, { lots })));
    market.tick(code, to);
    const closed = good(await exchange.close(account, order.id, undefined, undefined));
    expect(closed).toMatchObject({
      status: 'closed',
      realisedPnl: moneyFromWire(profit),
      reason: 'manual',
    });
    expect((await exchange.figures(account)).balance).toBe(moneyFromWire(100_000 + profit));
  });
});

describe('fee of an opening', () => {
  // spec: 9.8
  it.each([
    ['of-margin', 500, 0.05425],
    ['per-lot', 7_000_000, 0.7],
  ] as const)('%s is charged when the order fills', async (feeType, feeRateMillionths, fee) => {
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths }));
    const { exchange, market, openAccount } = await startDealing({
      instruments,
      settings: { feeType },
    });
    const account = await openAccount();
    market.tick('EURUSD', 1.085);
    const order = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 })));
    expect(order).toMatchObject({ fee: moneyFromWire(fee) });
    expect((await exchange.figures(account)).balance).toBe(moneyFromWire(100_000 - fee));
  });
});
