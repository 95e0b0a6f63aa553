import { describe, expect, it } from 'vitest';
import { depositRepository } from '../../../server/payments/payment-request-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import type { Result } from '../../../shared/result.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { coins, type PaymentsScene, startPayments, TRC20 } from './payments-scene.ts';

const CID = 'payment-0001';
const CURRENCY = 1;
const BANK = 1;

interface Subject {
  readonly account: AccountId;
  readonly picture: string;
  readonly methodId: number;
}

interface Call {
  readonly name: string;
  ask(
    scene: PaymentsScene,
    subject: Subject,
    number: number,
    cid: string | undefined,
  ): Promise<Result<{ readonly id: number }>>;
  count(scene: PaymentsScene, account: AccountId): Promise<number>;
  /** Removes the object of the call. */
  spoil(scene: PaymentsScene, subject: Subject): Promise<unknown>;
  /** Makes the account refuse the call, and restores it. */
  refuse(
    scene: PaymentsScene,
    subject: Subject,
  ): Promise<{ readonly code: number; undo(): Promise<unknown> }>;
}

/** The account has the maximum of waiting deposits. */
async function crowd({ store, payments }: PaymentsScene, { account, picture }: Subject) {
  const first = good(
    await payments.deposits.submitCoin(account, { ...TRC20, number: coins(1), proof: picture }),
  );
  await store.write(async (transaction) => {
    for (let i = 1; i < 200; i++)
      await depositRepository(transaction).insert({ ...first, kind: 'coin', id: 10_000 + i });
  });
  return { code: CODE.conflict, undo: () => payments.deposits.invalidate(first.id) };
}

const calls: readonly Call[] = [
  {
    name: 'a coin deposit',
    ask: ({ payments }, { account, picture }, number, cid) =>
      payments.deposits.submitCoin(account, { ...TRC20, number: coins(number), proof: picture, cid }),
    count: async ({ payments }, account) => (await payments.deposits.page(account, 'coin', 1)).total,
    spoil: ({ payments }) => payments.coins.remove(TRC20.coinId),
    refuse: crowd,
  },
  {
    name: 'a bank deposit',
    ask: ({ payments }, { account, picture }, number, cid) =>
      payments.deposits.submitBank(account, { bankId: BANK, number: coins(number), proof: picture, cid }),
    count: async ({ payments }, account) => (await payments.deposits.page(account, 'bank', 1)).total,
    spoil: ({ payments }) => payments.banks.remove(BANK),
    refuse: crowd,
  },
  {
    name: 'a withdrawal',
    ask: ({ payments }, { account, methodId }, number, cid) =>
      payments.withdrawals.request(account, {
        currencyId: CURRENCY,
        methodId,
        amount: moneyFromWire(number),
        memo: '',
        cid,
      }),
    count: async ({ payments }, account) => (await payments.withdrawals.page(account, 'coin', 1)).total,
    spoil: ({ payments }, { account, methodId }) => payments.methods.remove(account, methodId),
    async refuse({ payments }, { account }) {
      good(await payments.adjust(account, moneyFromWire(-1_000), 'Away'));
      return {
        code: CODE.insufficientBalance,
        undo: () => payments.adjust(account, moneyFromWire(1_000), 'Back'),
      };
    },
  },
];

async function prepared() {
  const scene = await startPayments();
  const account = await scene.openReal(1_000);
  const subject = {
    account,
    picture: await scene.picture(account),
    methodId: (await scene.coinMethod(account)).id,
  };
  return { scene, account, subject };
}

describe.each(calls)('$name with the same cid', (call) => {
  // spec: 7.38 7.39
  it('is carried out once when it arrives fifty times at once, each with the same answer', async () => {
    const { scene, account, subject } = await prepared();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call.ask(scene, subject, 100, CID)));
    expect(new Set(answers.map((answer) => JSON.stringify(good(answer)))).size).toBe(1);
    expect(await call.count(scene, account)).toBe(1);
  });

  it('gets the same answer after the operator’s decision, without its option, and after a restart', async () => {
    const { scene, account, subject } = await prepared();
    const first = good(await call.ask(scene, subject, 100, CID));
    await scene.payments.deposits.approve(first.id);
    await scene.payments.withdrawals.pay(first.id);
    good((await call.spoil(scene, subject)) as Result<unknown>);
    expect(good(await call.ask(scene, subject, 100, CID))).toEqual(first);
    const before = await scene.exchange.figures(account);
    await scene.stop();
    const after = await startPayments({ dataDir: scene.dataDir });
    expect(good(await call.ask(after, subject, 100, CID))).toEqual(first);
    expect(await call.count(after, account)).toBe(1);
    expect(await after.exchange.figures(account)).toEqual(before);
  });

  it('and other parameters is refused and changes nothing', async () => {
    const { scene, account, subject } = await prepared();
    good(await call.ask(scene, subject, 100, CID));
    expect(codeOf(await call.ask(scene, subject, 101, CID))).toBe(CODE.cidReused);
    expect(await call.count(scene, account)).toBe(1);
  });

  it('is separate under another cid, for another account, and without a cid', async () => {
    const { scene, account, subject } = await prepared();
    const { id } = good(await call.ask(scene, subject, 100, CID));
    const ids = [
      good(await call.ask(scene, subject, 100, 'payment-0002')).id,
      good(await call.ask(scene, subject, 100, undefined)).id,
      good(await call.ask(scene, subject, 100, undefined)).id,
    ];
    expect(new Set([id, ...ids]).size).toBe(4);
    expect(await call.count(scene, account)).toBe(4);
    const other = await scene.openReal(1_000);
    const theirs = {
      account: other,
      picture: await scene.picture(other),
      methodId: (await scene.coinMethod(other)).id,
    };
    good(await call.ask(scene, theirs, 100, CID));
    expect(await call.count(scene, other)).toBe(1);
  });

  it('is refused again, although it would be accepted by now', async () => {
    const { scene, subject } = await prepared();
    const { code, undo } = await call.refuse(scene, subject);
    expect(codeOf(await call.ask(scene, subject, 100, CID))).toBe(code);
    await undo();
    expect(codeOf(await call.ask(scene, subject, 100, CID))).toBe(code);
    good(await call.ask(scene, subject, 100, 'payment-0002'));
  });
});

it('the calls do not share their cids', async () => {
  const { scene, subject } = await prepared();
  for (const call of calls) good(await call.ask(scene, subject, 100, CID));
});
