import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire, subMoney } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import type { Result } from '../../../shared/result.ts';
import { codeOf, good, ticket } from '../../helpers/dealing.ts';
import { type PaymentsScene, startPayments } from './payments-scene.ts';

/** Rounds of fifty; 1,000 take some minutes on a busy machine. The books are checked after every tenth, and at the end. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const AT_ONCE = 50;
const PROOF_EVERY = 10;

type Spend = () => Promise<Result<unknown>>;

/** Withdrawals, orders and closes, in a different order in each round. */
async function spendsOf(
  { exchange, payments }: PaymentsScene,
  account: AccountId,
  methodId: number,
  round: number,
) {
  const open = await exchange.working(account);
  const kinds: readonly ((i: number) => Spend)[] = [
    (i) => () =>
      payments.withdrawals.request(account, {
        currencyId: 1,
        methodId,
        amount: moneyFromWire(20 + ((i * 37 + round) % 200)),
        memo: '',
      }),
    (i) => () =>
      exchange.submit(account, ticket('EURUSD', i % 2 ? 'buy' : 'sell', { lots: 0.05 * (1 + (i % 6)) })),
    (i) => () => {
      const order = open[i % Math.max(1, open.length)];
      return exchange.close(account, order?.id ?? orderId(0), undefined, undefined);
    },
  ];
  return Array.from({ length: AT_ONCE }, (_, i) => {
    const kind = kinds[(i * 7 + round) % kinds.length];
    return kind === undefined ? [] : [kind(i)];
  }).flat();
}

/** So that the balance never covers all of them. */
async function bringTo(
  { exchange, payments }: PaymentsScene,
  account: AccountId,
  owns: number,
): Promise<void> {
  const missing = subMoney(moneyFromWire(owns), (await exchange.figures(account)).balance);
  if (missing !== 0) good(await payments.adjust(account, missing, 'Next round'));
}

const ALLOWED: readonly number[] = [
  CODE.success,
  CODE.insufficientBalance,
  CODE.notEnoughMargin,
  CODE.conflict,
  CODE.notFound,
];

/** The invariants between two rounds; cheap, to be checked every time. */
async function checkAccount({ exchange, payments, store }: PaymentsScene, account: AccountId): Promise<void> {
  const { balance, advance, hold } = await ledgerRepository(store.read).standing(account);
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(hold).toBeGreaterThanOrEqual(0);
  const { list: pending } = await payments.withdrawals.list({ status: 'pending' }, 1);
  expect(hold).toBe(pending.reduce((sum, one) => sum + one.amount, 0));
  const working = await exchange.working(account);
  const margins = working.reduce((sum, order) => sum + (order.status === 'open' ? order.margin : 0), 0);
  expect(await exchange.figures(account)).toEqual({
    balance: balance - advance,
    lockBalance: margins + hold,
  });
  const sums = await ledgerRepository(store.read).balances();
  expect([...sums.values()].reduce((sum, one) => sum + one, 0)).toBe(0);
}

describe(`${AT_ONCE} withdrawals, orders and closes at once on one balance, ${ROUNDS} rounds`, () => {
  it(
    'never spend a cent twice',
    async () => {
      const scene = await startPayments();
      const { exchange, payments, market, settled, store } = scene;
      const account = await scene.openReal();
      const { id: methodId } = await scene.coinMethod(account);
      market.tick('EURUSD', 1.2);
      const tally = new Map<number, number>();
      for (let round = 0; round < ROUNDS; round++) {
        await bringTo(scene, account, 1_000);
        for (let i = 0; i < 4; i++) await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.05 }));
        const spends = await spendsOf(scene, account, methodId, round);
        const answers = await Promise.all(
          spends.map((spend, i) => {
            if (i % 10 === 5) market.tick('EURUSD', 1.2 + ((i + round) % 7) / 1_000);
            return spend();
          }),
        );
        for (const answer of answers) tally.set(codeOf(answer), (tally.get(codeOf(answer)) ?? 0) + 1);
        await checkAccount(scene, account);
        const { list: pending } = await payments.withdrawals.list({ status: 'pending' }, 1);
        await Promise.all(
          pending.flatMap(({ id }, i) => [
            i % 2 === 0 ? payments.withdrawals.pay(id) : payments.withdrawals.reject(id, 'No'),
            i % 3 === 0 ? payments.withdrawals.reject(id, 'No') : payments.withdrawals.pay(id),
          ]),
        );
        for (const { id } of await exchange.working(account)) {
          await exchange.close(account, id, undefined, undefined);
        }
        await settled(account);
        await checkAccount(scene, account);
        if (round % PROOF_EVERY === 0) expect(await auditBooks(store.read)).toEqual([]);
      }
      expect([...tally.keys()].filter((code) => !ALLOWED.includes(code))).toEqual([]);
      // The balance was scarce: some requests succeeded, and some were refused for lack of money.
      expect(tally.get(CODE.success)).toBeGreaterThan(ROUNDS * 10);
      expect(tally.get(CODE.insufficientBalance)).toBeGreaterThan(ROUNDS);
    },
    60_000 + ROUNDS * 5_000,
  );
});
