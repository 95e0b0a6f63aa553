import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { decide } from '../../../server/exchange/decide.ts';
import type { AccountState } from '../../../server/exchange/state.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { balanceAccount, houseAccount } from '../../../server/ledger/posting.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money, moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { insertAccount } from '../../helpers/accounts.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

describe('an account at the upper limit of money', () => {
  const settings = { stopOutPercent: 50, feeType: 'of-margin', demoBalance: ZERO_MONEY } as const;
  const context = {
    now: START,
    wall: START,
    prices: createScriptedMarket(INSTRUMENTS, START),
    settings,
    newId: orderId(1),
  };
  const standing = { balance: money(Number.MAX_SAFE_INTEGER), advance: ZERO_MONEY, hold: ZERO_MONEY };
  const rich: AccountState = {
    id: 7 as AccountId,
    book: 'real',
    n: 0,
    standing,
    isCalled: false,
    orders: new Map(),
  };

  it.each([
    { kind: 'deposit', amount: money(1), paymentId: 1 },
    { kind: 'adjustment', amount: money(1), memo: 'more' },
  ] as const)('accepts no more of it: $kind', (movement) => {
    const decided = decide(rich, { type: 'move', movement }, context);
    expect(decided).toMatchObject({ ok: false, error: { code: CODE.conflict } });
  });
});

onEachDatabase((stores) => {
  describe('the house’s account', () => {
    it('may owe more than one number can hold', async () => {
      const store = await stores.open();
      const most = moneyFromWire(9_000_000_000);
      for (let i = 0; i < 3; i++) {
        await store.write(async (transaction) => {
          const account = await insertAccount(transaction, `INVITE${i}`, { createdAt: START });
          const own = balanceAccount(account);
          const after = await ledgerRepository(transaction).post({
            book: 'demo',
            kind: 'opening',
            accountId: account,
            at: START,
            legs: [
              { account: own, amount: most },
              { account: houseAccount('demo', 'capital'), amount: money(-most) },
            ],
          });
          expect([...after]).toEqual([[own, most]]);
        });
      }
      const rules = (await auditBooks(store.read)).map(({ rule }) => rule);
      expect(rules).not.toContain('posting-sums-to-zero');
      expect(rules).not.toContain('balance-is-sum-of-entries');
    });

    it('may be moved by more than one number can hold in one write', async () => {
      const store = await stores.open();
      const most = moneyFromWire(9_000_000_000);
      await store.write(async (transaction) => {
        const account = await insertAccount(transaction, 'INVITE', { createdAt: START });
        for (let i = 0; i < 2; i++)
          await ledgerRepository(transaction).post({
            book: 'demo',
            kind: 'adjustment',
            accountId: account,
            at: START,
            legs: [
              { account: houseAccount('demo', 'trading'), amount: most },
              { account: houseAccount('demo', 'capital'), amount: money(-most) },
            ],
          });
      });
      expect((await auditBooks(store.read)).map(({ rule }) => rule)).not.toContain(
        'balance-is-sum-of-entries',
      );
    });
  });
});
