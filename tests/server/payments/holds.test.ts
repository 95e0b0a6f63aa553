import { describe, expect, it } from 'vitest';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { holdAccount, houseAccount } from '../../../server/ledger/posting.ts';
import { withdrawalRepository } from '../../../server/payments/payment-request-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { startPayments } from './payments-scene.ts';
import { owned, startWithdrawals } from './withdrawal-scene.ts';

describe('a held amount', () => {
  it('is still held after a restart, for its owner alone', async () => {
    const { ask, account, openReal, dataDir, stop } = await startWithdrawals();
    const other = await openReal(50);
    const { id } = good(await ask(100));
    await stop();
    const after = await startPayments({ dataDir });
    expect(await after.exchange.figures(account)).toEqual(owned(900, 100));
    expect(await after.exchange.figures(other)).toEqual(owned(50, 0));
    good(await after.payments.withdrawals.pay(id));
    expect(await after.exchange.figures(account)).toEqual(owned(900, 0));
  });

  it('can neither be paid nor released twice, even by direct database access', async () => {
    const { exchange, account, ask, figures } = await startWithdrawals();
    good(await ask(100));
    const answer = () => 'done';
    const amount = moneyFromWire(100.000001);
    const past = { kind: 'withdraw-release', amount, paymentId: 77 } as const;
    expect(codeOf(await exchange.transfer(account, past, { answer }))).toBe(CODE.conflict);
    const paid = { kind: 'withdraw-paid', amount, fee: ZERO_MONEY, paymentId: 77 } as const;
    expect(codeOf(await exchange.transfer(account, paid, { answer }))).toBe(CODE.conflict);
    expect(await figures()).toEqual(owned(900, 100));
  });

  it('is read again when another process changed it', async () => {
    const { store, account, payments, ask, figures } = await startWithdrawals();
    const [first, second] = [good(await ask(100)), good(await ask(50))];
    await store.write(async (transaction) => {
      const at = timestampMs(0);
      await withdrawalRepository(transaction).handle(first.id, { status: 'paid', remark: '', at });
      await ledgerRepository(transaction).post({
        book: 'real',
        kind: 'withdraw-paid',
        accountId: account,
        paymentId: first.id,
        at,
        legs: [
          { account: holdAccount(account), amount: moneyFromWire(-100) },
          { account: houseAccount('real', 'payouts'), amount: moneyFromWire(100) },
        ],
      });
    });
    good(await payments.withdrawals.pay(second.id));
    expect(await figures()).toEqual(owned(850, 0));
  });

  it('is in a ledger account that cannot fall below zero', async () => {
    const { store, account } = await startWithdrawals();
    const taking = store.write((transaction) =>
      ledgerRepository(transaction).post({
        book: 'real',
        kind: 'withdraw-paid',
        accountId: account,
        at: timestampMs(0),
        legs: [
          { account: holdAccount(account), amount: moneyFromWire(-1) },
          { account: houseAccount('real', 'payouts'), amount: moneyFromWire(1) },
        ],
      }),
    );
    await expect(taking).rejects.toThrow(/cannot be moved/);
  });
});
