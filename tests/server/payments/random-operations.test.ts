import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { ratio } from '../../../shared/domain/foreign-amount.ts';
import { money } from '../../../shared/domain/money.ts';
import { codeOf, good, ticket } from '../../helpers/dealing.ts';
import { coins, type PaymentsScene, startPayments, TRC20 } from './payments-scene.ts';

const RUNS = Number(process.env['RUNS'] ?? 4);

interface Customer {
  readonly scene: PaymentsScene;
  readonly account: AccountId;
  readonly picture: string;
  readonly methodId: number;
}

type Operation = (customer: Customer) => Promise<unknown>;

const cid = fc.option(
  fc.integer({ min: 1, max: 5 }).map((n) => `payment-000${n}`),
  { nil: undefined },
);
const amount = fc.integer({ min: 1, max: 900_000_000 });

const nthDeposit = async ({ scene }: Customer, index: number) => {
  const { list: all } = await scene.payments.deposits.list({}, 1);
  return all[index % Math.max(1, all.length)]?.id ?? 1;
};
const nthWithdrawal = async ({ scene }: Customer, index: number) => {
  const { list: all } = await scene.payments.withdrawals.list({}, 1);
  return all[index % Math.max(1, all.length)]?.id ?? 1;
};

/** All operations of customers, operators and prices, in random order. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(amount, cid).map(
    ([number, key]): Operation =>
      ({ scene, account, picture }) =>
        scene.payments.deposits.submitCoin(account, {
          ...TRC20,
          number: coins(number / 1e6),
          proof: picture,
          cid: key,
        }),
  ),
  fc.tuple(fc.constantFrom('approve', 'reject', 'invalidate'), fc.nat(50)).map(
    ([step, index]): Operation =>
      async (customer) =>
        customer.scene.payments.deposits[step](await nthDeposit(customer, index), 'No'),
  ),
  fc.tuple(amount, cid).map(
    ([number, key]): Operation =>
      ({ scene, account, methodId }) =>
        scene.payments.withdrawals.request(account, {
          currencyId: 1,
          methodId,
          amount: money(number),
          memo: '',
          cid: key,
        }),
  ),
  fc.tuple(fc.constantFrom('pay', 'reject'), fc.nat(50)).map(
    ([step, index]): Operation =>
      async (customer) =>
        customer.scene.payments.withdrawals[step](await nthWithdrawal(customer, index), 'No'),
  ),
  fc.integer({ min: -300_000_000, max: 600_000_000 }).map(
    (by): Operation =>
      ({ scene, account }) =>
        scene.payments.adjust(account, money(by), 'Random'),
  ),
  fc.tuple(fc.constantFrom('buy' as const, 'sell' as const), fc.integer({ min: 1, max: 60 })).map(
    ([side, lots]): Operation =>
      ({ scene, account }) =>
        scene.exchange.submit(account, ticket('EURUSD', side, { lots: lots / 100 })),
  ),
  fc.nat(20).map(
    (index): Operation =>
      async ({ scene, account }) => {
        const open = await scene.exchange.working(account);
        const order = open[index % Math.max(1, open.length)];
        if (order) await scene.exchange.close(account, order.id, undefined, undefined);
      },
  ),
  fc.integer({ min: -1_000, max: 1_000 }).map(
    (points): Operation =>
      async ({ scene }) =>
        scene.market.tick('EURUSD', 1.2 + points / 100_000),
  ),
  fc.integer({ min: 0, max: 50_000 }).map(
    (of): Operation =>
      ({ scene }) =>
        scene.payments.currencies.change(1, {
          terms: { fee: { type: 'share', of: ratio(of) }, drawRate: ratio(1_000_000) },
        }),
  ),
);

describe('random operations of customers and operators', () => {
  it(
    'keep the books in order, and memory equal to the store, also after a restart',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 80 }), async (run) => {
          const scene = await startPayments();
          const account = await scene.openReal(500);
          const { id: methodId } = await scene.coinMethod(account);
          const customer = { scene, account, methodId, picture: await scene.picture(account) };
          scene.market.tick('EURUSD', 1.2);
          // Some at once and some one by one.
          const underWay: Promise<unknown>[] = [];
          for (const [i, one] of run.entries()) {
            underWay.push(one(customer));
            if (i % 3 === 0) await Promise.all(underWay.splice(0));
          }
          await Promise.all(underWay);
          await scene.settled(account);
          expect(scene.errors).toEqual([]);
          expect(await auditBooks(scene.store.read)).toEqual([]);
          const figures = await scene.exchange.figures(account);
          const { balance } = await ledgerRepository(scene.store.read).standing(account);
          expect(figures.balance).toBe(balance);
          expect(balance).toBeGreaterThanOrEqual(0);
          await scene.stop();
          const after = await startPayments({ dataDir: scene.dataDir });
          expect(await after.exchange.figures(account)).toEqual(figures);
          // The whole balance can be withdrawn once nothing is open, down to zero.
          for (const { id } of (await after.payments.withdrawals.list({ status: 'pending' }, 1)).list) {
            good(await after.payments.withdrawals.reject(id, 'The end'));
          }
          after.market.tick('EURUSD', 1.2);
          for (const { id } of await after.exchange.working(account)) {
            await after.exchange.close(account, id, undefined, undefined);
          }
          const rest = (await after.exchange.figures(account)).balance;
          if (rest > 0) good(await after.payments.adjust(account, money(-rest), 'The end'));
          expect(codeOf(await after.payments.adjust(account, money(-1), 'Too much'))).toBe(4106);
          expect(await after.exchange.figures(account)).toEqual({ balance: 0, lockBalance: 0 });
          expect(await auditBooks(after.store.read)).toEqual([]);
          await after.stop();
        }),
        { numRuns: RUNS },
      );
    },
    30_000 + RUNS * 2_000,
  );
});
