import type { accountRoutes } from '../../shared/contract/account.ts';
import type { paymentRoutes } from '../../shared/contract/payments.ts';
import { foreignAmount } from '../../shared/domain/foreign-amount.ts';
import { money, moneyToWire } from '../../shared/domain/money.ts';
import { ok } from '../../shared/result.ts';
import { readProof } from '../accounts/read-proof.ts';
import type { Calls } from '../call.ts';
import type { AccountReads } from '../exchange/account-reads.ts';
import type { Dealing } from '../exchange/dealing.ts';
import { wireAccount } from '../exchange/order-calls.ts';
import { wireOutcome } from '../exchange/outcome.ts';
import {
  wireDeposit,
  wireDepositBank,
  wireDepositCoin,
  wireDraw,
  wireDrawCurrency,
  wireDrawMethod,
  wireLedgerEntry,
} from './payment-encoder.ts';
import type { Deposit, Withdrawal } from './payment-request-repository.ts';
import type { Payments } from './payments.ts';

/** Kinds on the wire: 0 and 1 for deposits, 1 and 2 for withdrawals. */
const DEPOSIT_KINDS = { 0: 'coin', 1: 'bank' } as const;
const DRAW_KINDS = { 1: 'coin', 2: 'bank' } as const;

interface PaymentCallDeps {
  readonly payments: Payments;
  readonly exchange: Pick<Dealing, 'resetDemo' | 'outcome'> & Pick<AccountReads, 'figures'>;
}

export const paymentCalls = (
  deps: PaymentCallDeps,
): Calls<keyof typeof accountRoutes | keyof typeof paymentRoutes> => ({
  ...accountCalls(deps),
  ...depositCalls(deps),
  ...drawCalls(deps),
});

const accountCalls = ({
  payments,
  exchange,
}: PaymentCallDeps): Calls<
  'getBalance' | 'getAccount' | 'getLedger' | 'resetDemoAccount' | 'getPaymentOutcome'
> => ({
  async getBalance(_, { session }) {
    const { balance } = await exchange.figures(session.accountId);
    return ok({ balance: moneyToWire(balance) });
  },

  getAccount: async (_, { session }) => ok(wireAccount(await exchange.figures(session.accountId))),

  async getLedger({ page, limit }, { session, language }) {
    const { list, total } = await payments.statement(session.accountId, page, limit);
    return ok({ list: list.map((line) => wireLedgerEntry(line, language)), total });
  },

  async resetDemoAccount(_, { session }) {
    const reset = await exchange.resetDemo(session.accountId);
    return reset.ok ? ok(wireAccount(reset.value)) : reset;
  },

  async getPaymentOutcome({ cid }, { session, language }) {
    const outcome = await exchange.outcome(session.accountId, ['draw', 'deposit-coin', 'deposit-bank'], cid);
    return ok(
      wireOutcome(outcome, language, (payment: Withdrawal & Deposit, call) =>
        call === 'draw' ? wireDraw(payment, language) : wireDeposit(payment),
      ),
    );
  },
});

type DepositCall =
  | 'getDepositCoins'
  | 'getDepositSymbols'
  | 'getDepositBanks'
  | 'getDeposits'
  | 'submitCoinDeposit'
  | 'submitWireDeposit';

const depositCalls = ({ payments }: PaymentCallDeps): Calls<DepositCall> => ({
  getDepositCoins: async () => ok({ list: (await payments.coins.offered()).map(wireDepositCoin) }),

  getDepositSymbols: async () =>
    ok({ coins: codesOf(await payments.coins.offered()), banks: codesOf(await payments.banks.offered()) }),

  /** Empty if the currency has no deposit option. */
  async getDepositBanks({ bank_coin }) {
    const banks = await payments.banks.offered();
    return ok({ list: banks.filter((bank) => bank.currencyCode === bank_coin).map(wireDepositBank) });
  },

  async getDeposits({ type, page }, { session }) {
    const { list, total } = await payments.deposits.page(session.accountId, DEPOSIT_KINDS[type], page);
    return ok({ list: list.map(wireDeposit), total });
  },

  async submitCoinDeposit(values, { session }) {
    const deposit = await payments.deposits.submitCoin(session.accountId, {
      coinId: values.charge_id,
      number: foreignAmount(values.number),
      address: values.address,
      proof: values.proofImg,
      cid: values.cid,
    });
    return deposit.ok ? ok(wireDeposit(deposit.value)) : deposit;
  },

  async submitWireDeposit(values, { session }) {
    const deposit = await payments.deposits.submitBank(session.accountId, {
      bankId: values.wire_id,
      number: foreignAmount(values.number),
      proof: values.proofImg,
      cid: values.cid,
    });
    return deposit.ok ? ok(wireDeposit(deposit.value)) : deposit;
  },
});

type DrawCall =
  | 'getDrawCurrencies'
  | 'draw'
  | 'getDraws'
  | 'getDrawMethods'
  | 'bindDrawMethod'
  | 'sendDrawMethodCode'
  | 'confirmDrawMethod'
  | 'deleteDrawMethod';

const drawCalls = ({ payments }: PaymentCallDeps): Calls<DrawCall> => ({
  async getDrawCurrencies({ type }) {
    const currencies = await payments.currencies.offered();
    return ok({ list: currencies.filter(({ kind }) => kind === DRAW_KINDS[type]).map(wireDrawCurrency) });
  },

  async draw(values, { session, language, visitor }) {
    const asked = {
      currencyId: values.draw_currency_id,
      methodId: values.draw_method_id,
      amount: money(values.number),
      memo: values.memo ?? '',
      confirmedNet: values.real_number === undefined ? undefined : foreignAmount(values.real_number),
      cid: values.cid,
    };
    const withdrawal = await payments.withdrawals.request(
      session.accountId,
      asked,
      visitor,
      readProof(values),
    );
    return withdrawal.ok ? ok(wireDraw(withdrawal.value, language)) : withdrawal;
  },

  async getDraws({ type, page }, { session, language }) {
    const { list, total } = await payments.withdrawals.page(session.accountId, DRAW_KINDS[type], page);
    return ok({ list: list.map((one) => wireDraw(one, language)), total });
  },

  async getDrawMethods({ draw_type, draw_id }, { session }) {
    const methods = await payments.methods.list(session.accountId, DRAW_KINDS[draw_type], draw_id);
    return ok({ list: methods.map(wireDrawMethod) });
  },

  async bindDrawMethod(values, { session, language, visitor }) {
    const destination = {
      address: values.dc_address ?? '',
      bankName: values.bank_name ?? '',
      bankAddress: values.bank_address ?? '',
      bankSwift: values.bank_swift ?? '',
      payeeName: values.payee_name ?? '',
      payeeAccount: values.payee_account ?? '',
      branchName: values.branch_name ?? '',
    };
    const kind = DRAW_KINDS[values.type];
    const method = await payments.methods.bind(
      session.accountId,
      kind,
      values.draw_id,
      destination,
      visitor,
      readProof(values),
    );
    if (!method.ok) return method;
    const saved = wireDrawMethod(method.value);
    if (method.value.confirmedAt !== undefined) return ok(saved);
    // Where no code can be sent now, the method is saved nevertheless: the owner asks for one when the wait is over.
    const sent = await payments.confirmation.sendCode(session.accountId, method.value.id, language);
    const waitS = sent.ok ? undefined : sent.error.facts?.['retry_after_s'];
    return ok(typeof waitS === 'number' ? { ...saved, code_wait_s: waitS } : saved);
  },

  sendDrawMethodCode: ({ id }, { session, language }) =>
    payments.confirmation.sendCode(session.accountId, id, language),

  async confirmDrawMethod({ id, auth_code }, { session, visitor }) {
    const method = await payments.confirmation.confirm(session.accountId, id, auth_code, visitor);
    return method.ok ? ok(wireDrawMethod(method.value)) : method;
  },

  deleteDrawMethod: ({ id }, { session, visitor }) => payments.methods.remove(session.accountId, id, visitor),
});

const codesOf = (options: readonly { readonly currencyCode: string }[]): readonly string[] => [
  ...new Set(options.map(({ currencyCode }) => currencyCode)),
];
