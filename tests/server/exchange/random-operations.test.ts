import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { type Dealing, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';

type Operation = (dealing: Dealing, account: AccountId) => Promise<unknown>;

const codes = ['EURUSD', 'USDJPY', 'GBPUSD'] as const;
const BASE = { EURUSD: 1.2, USDJPY: 150, GBPUSD: 1.5 } as const;
const code = fc.constantFrom(...codes);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const lots = fc.integer({ min: 1, max: 300 }).map((hundredths) => hundredths / 100);
const part = fc.double({ min: 0.9, max: 1.1, noNaN: true });

const nth = async ({ exchange }: Dealing, account: AccountId, index: number) => {
  const working = await exchange.working(account);
  return working[index % Math.max(1, working.length)]?.id ?? orderId(1);
};

/** All operations of users and prices, with invalid ones among them. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(code, part).map(
    ([of, by]): Operation =>
      async ({ market }) =>
        market.tick(of, BASE[of] * by),
  ),
  fc.tuple(code, side, lots, fc.constantFrom(1, 20, 100, 7)).map(
    ([of, way, size, multiple]): Operation =>
      ({ exchange }, account) =>
        exchange.submit(account, ticket(of, way, { lots: size, multiple })),
  ),
  fc.tuple(code, side, lots, part, part).map(
    ([of, way, size, by, stop]): Operation =>
      ({ exchange }, account) =>
        exchange.submit(
          account,
          ticket(of, way, { lots: size, target: BASE[of] * by, stopLoss: BASE[of] * stop }),
        ),
  ),
  fc.tuple(fc.nat(20), fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined })).map(
    ([index, size]): Operation =>
      async (dealing, account) =>
        dealing.exchange.close(
          account,
          await nth(dealing, account, index),
          undefined,
          size === undefined ? undefined : volume(size),
        ),
  ),
  fc.nat(20).map(
    (index): Operation =>
      async (dealing, account) =>
        dealing.exchange.cancel(account, await nth(dealing, account, index)),
  ),
  fc.tuple(fc.nat(20), part, part).map(
    ([index, low, high]): Operation =>
      async (dealing, account) =>
        dealing.exchange.setStops(account, await nth(dealing, account, index), {
          stopLoss: price(Math.round(120_000 * low)),
          takeProfit: price(Math.round(120_000 * high)),
        }),
  ),
  fc.constant<Operation>(async ({ clock }) => clock.advance(100)),
);
const reset = fc.constant<Operation>(({ exchange }, account) => exchange.resetDemo(account));

describe('random operations in random order', () => {
  it('keep the books in order, no balance below zero, and memory equal to the store', async () => {
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 1_234 }));
    const operations = fc.array(
      fc.oneof({ arbitrary: operation, weight: 40 }, { arbitrary: reset, weight: 1 }),
      {
        minLength: 20,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(operations, async (run) => {
        const dealing = await startDealing({ balance: 6_000, instruments });
        const account = await dealing.openAccount();
        for (const of of codes) dealing.market.tick(of, BASE[of]);
        // Some at once and some one by one.
        for (const [i, one] of run.entries()) {
          const under = one(dealing, account);
          if (i % 3 === 0) await under;
        }
        await dealing.settled(account);
        expect(dealing.errors).toEqual([]);
        expect(await auditBooks(dealing.store.read)).toEqual([]);
        const stored = await orderRepository(dealing.store.read).working([account]);
        expect(stored.map(({ order }) => order)).toEqual(await dealing.exchange.working(account));
        const standing = await ledgerRepository(dealing.store.read).standing(account);
        expect((await dealing.exchange.figures(account)).balance).toBe(standing.balance);
        expect(standing.balance).toBeGreaterThanOrEqual(0);
        await dealing.stop();
      }),
      { numRuns: 12 },
    );
  });
});
