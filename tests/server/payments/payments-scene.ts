import { randomBytes } from 'node:crypto';
import type { Letter } from '../../../server/outbox/mailer.ts';
import type { DrawMethod } from '../../../server/payments/draw-method-repository.ts';
import { createPayments, type Payments } from '../../../server/payments/payments.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { type ForeignAmount, foreignAmount } from '../../../shared/domain/foreign-amount.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { ok } from '../../../shared/result.ts';
import { insertAccount } from '../../helpers/accounts.ts';
import { across } from '../../helpers/across.ts';
import { type Dealing, type DealingOptions, good, startDealing } from '../../helpers/dealing.ts';
import { NO_FACTORS } from '../../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../../helpers/payout.ts';
import { openFilesOf } from '../files/files-scene.ts';
import { jpeg } from '../files/pictures.ts';

/** The real payment subjects over a real database, with market and clock that the test controls. */
export interface PaymentsScene extends Dealing {
  readonly payments: Payments;
  /** A real account with this balance. */
  openReal(owns?: number): Promise<AccountId>;
  /** The link of a picture that the account sent. */
  picture(account: AccountId): Promise<string>;
  /** The letters with codes for payout addresses. */
  readonly letters: readonly Letter[];
  /** A saved coin address in USDT on TRC20 that can be paid to: the fee is 2. */
  coinMethod(account: AccountId): Promise<DrawMethod>;
}

export async function startPayments(
  options: DealingOptions & { readonly payoutHoldMs?: number } = {},
): Promise<PaymentsScene> {
  const dealing = await startDealing(options);
  const { store, exchange, market, clock, errors } = dealing;
  const files = await openFilesOf(dealing, errors);
  const codes = payoutCodes(dealing, options.payoutHoldMs);
  const local = createPayments({
    store,
    exchange,
    files,
    clock,
    now: () => market.now(),
    factors: NO_FACTORS,
    ...codes.deps,
  });
  await local.start();
  // Whatever moves money runs where the account is dealt.
  const payments: Payments = {
    ...across(local, ['adjust']),
    deposits: across(local.deposits, ['approve']),
    withdrawals: across(local.withdrawals, ['request', 'pay', 'reject']),
  };
  return {
    ...dealing,
    payments,
    async openReal(owns = 0) {
      const account = await openRealAccount(dealing);
      if (owns !== 0) good(await payments.adjust(account, moneyFromWire(owns), 'For the test'));
      return account;
    },
    async picture(accountId) {
      const bytes = await jpeg();
      return good(await files.store({ accountId, isDemo: false }, async () => ok(bytes)));
    },
    letters: codes.letters,
    async coinMethod(account) {
      const destination = { ...NOWHERE, address: tronAddress() };
      const { id } = good(await payments.methods.bind(account, 'coin', 1, destination));
      return good(await payments.confirmation.release(id)).after;
    },
  };
}

/** An account for real money, without any. */
export async function openRealAccount({
  store,
  clock,
}: Pick<Dealing, 'store' | 'clock'>): Promise<AccountId> {
  const inviteCode = randomBytes(6).toString('hex');
  return store.write((transaction) =>
    insertAccount(transaction, inviteCode, { book: 'real', createdAt: clock.now() }),
  );
}

export const NOWHERE = {
  address: '',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  branchName: '',
};

export const BANK = {
  ...NOWHERE,
  bankName: 'First Bank',
  payeeName: 'Ann Other',
  payeeAccount: 'DE02 1203 0000 0000 2020 51',
};

export const coins = (decimal: number): ForeignAmount => foreignAmount(Math.round(decimal * 1_000_000));

/** The fields shared by all first deposits of USDT on TRC20. */
export const TRC20 = { coinId: 1, address: 'EXAMPLE-TRC20-ADDRESS-DO-NOT-PAY' };

export const refused = (code: number) => ({ ok: false, error: { code } });
export const wrong = (field: string) => ({ ok: false, error: { code: CODE.badParameter, facts: { field } } });
