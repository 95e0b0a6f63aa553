import { foreignAmount } from '../../shared/domain/foreign-amount.ts';
import { money, moneyToWire } from '../../shared/domain/money.ts';
import { ok } from '../../shared/result.ts';
import { wireAccount } from '../exchange/order-encoder.ts';
import { call } from '../http/call.ts';
import { choice, cid, integer, maybe, millionths, text } from '../http/fields.ts';
import {
  wireDeposit,
  wireDepositBank,
  wireDepositCoin,
  wireDraw,
  wireDrawCurrency,
  wireDrawMethod,
  wireLedgerEntry,
} from './payment-encoder.ts';
import type { PaymentKind } from './payment-tables.ts';

/** Bounds against abuse, not rules: the payments room has the rules. */
const MAX_PAGE = 1_000_000;
const MAX_TEXT_LENGTH = 256;
const MAX_MEMO_LENGTH = 512;
const MAX_URL_LENGTH = 512;
/** Of a deposit 0 and 1, of a withdrawal 1 and 2. */
const DEPOSIT_KINDS = { '0': 'coin', '1': 'bank' } as const satisfies Record<string, PaymentKind>;
const DRAW_KINDS = { '1': 'coin', '2': 'bank' } as const satisfies Record<string, PaymentKind>;

const page = () => integer(1, MAX_PAGE);
const depositKind = () => choice(['0', '1']);
const drawKind = () => choice(['1', '2']);
const maybeText = () => maybe(text(0, MAX_TEXT_LENGTH));

const accountCalls = {
  getBalance: call('getBalance', {}, async ({ exchange }, _values, { session }) => {
    const { balance } = await exchange.figures(session.accountId);
    return ok({ balance: moneyToWire(balance) });
  }),

  getAccount: call('getAccount', {}, async ({ exchange }, _values, { session }) =>
    ok(wireAccount(await exchange.figures(session.accountId))),
  ),

  getLedger: call('getLedger', { page: page() }, async ({ payments }, values, { session, language }) => {
    const { list, total } = await payments.statement(session.accountId, values.page);
    return ok({ list: list.map((line) => wireLedgerEntry(line, language)), total });
  }),

  resetDemoAccount: call('resetDemoAccount', {}, async ({ exchange }, _values, { session }) => {
    const reset = await exchange.resetDemo(session.accountId);
    return reset.ok ? ok(wireAccount(reset.value)) : reset;
  }),
};

const depositCalls = {
  getDepositCoins: call('getDepositCoins', {}, async ({ payments }) =>
    ok({ list: (await payments.coins.offered()).map(wireDepositCoin) }),
  ),

  getDepositSymbols: call('getDepositSymbols', {}, async ({ payments }) =>
    ok({ coins: codesOf(await payments.coins.offered()), banks: codesOf(await payments.banks.offered()) }),
  ),

  /** Empty for a currency that nothing can be paid in with. */
  getDepositBanks: call(
    'getDepositBanks',
    { bank_coin: text(1, MAX_TEXT_LENGTH) },
    async ({ payments }, { bank_coin }) => {
      const banks = await payments.banks.offered();
      return ok({ list: banks.filter((bank) => bank.currencyCode === bank_coin).map(wireDepositBank) });
    },
  ),

  getDeposits: call(
    'getDeposits',
    { type: depositKind(), page: page() },
    async ({ payments }, values, { session }) => {
      const kind = DEPOSIT_KINDS[values.type];
      const { list, total } = await payments.deposits.page(session.accountId, kind, values.page);
      return ok({ list: list.map(wireDeposit), total });
    },
  ),

  submitCoinDeposit: call(
    'submitCoinDeposit',
    {
      number: millionths(),
      proofImg: text(1, MAX_URL_LENGTH),
      address: text(1, MAX_TEXT_LENGTH),
      charge_id: integer(1),
      cid: maybe(cid()),
    },
    async ({ payments }, values, { session }) => {
      const deposit = await payments.deposits.submitCoin(session.accountId, {
        coinId: values.charge_id,
        number: foreignAmount(values.number),
        address: values.address,
        proof: values.proofImg,
        cid: values.cid,
      });
      return deposit.ok ? ok(wireDeposit(deposit.value)) : deposit;
    },
  ),

  submitWireDeposit: call(
    'submitWireDeposit',
    {
      number: millionths(),
      proofImg: text(1, MAX_URL_LENGTH),
      wire_id: integer(1),
      cid: maybe(cid()),
    },
    async ({ payments }, values, { session }) => {
      const deposit = await payments.deposits.submitBank(session.accountId, {
        bankId: values.wire_id,
        number: foreignAmount(values.number),
        proof: values.proofImg,
        cid: values.cid,
      });
      return deposit.ok ? ok(wireDeposit(deposit.value)) : deposit;
    },
  ),
};

const drawCalls = {
  getDrawCurrencies: call('getDrawCurrencies', { type: drawKind() }, async ({ payments }, { type }) => {
    const currencies = await payments.currencies.offered();
    return ok({ list: currencies.filter(({ kind }) => kind === DRAW_KINDS[type]).map(wireDrawCurrency) });
  }),

  draw: call(
    'draw',
    {
      draw_currency_id: integer(1),
      number: millionths(),
      memo: maybe(text(0, MAX_MEMO_LENGTH)),
      draw_method_id: integer(1),
      cid: maybe(cid()),
    },
    async ({ payments }, values, { session, language }) => {
      const withdrawal = await payments.withdrawals.request(session.accountId, {
        currencyId: values.draw_currency_id,
        methodId: values.draw_method_id,
        amount: money(values.number),
        memo: values.memo ?? '',
        cid: values.cid,
      });
      return withdrawal.ok ? ok(wireDraw(withdrawal.value, language)) : withdrawal;
    },
  ),

  getDraws: call(
    'getDraws',
    { type: drawKind(), page: page() },
    async ({ payments }, values, { session, language }) => {
      const kind = DRAW_KINDS[values.type];
      const { list, total } = await payments.withdrawals.page(session.accountId, kind, values.page);
      return ok({ list: list.map((one) => wireDraw(one, language)), total });
    },
  ),

  getDrawMethods: call(
    'getDrawMethods',
    { draw_type: drawKind(), draw_id: maybe(integer(1)) },
    async ({ payments }, { draw_type, draw_id }, { session }) => {
      const methods = await payments.methods.list(session.accountId, DRAW_KINDS[draw_type], draw_id);
      return ok({ list: methods.map(wireDrawMethod) });
    },
  ),

  bindDrawMethod: call(
    'bindDrawMethod',
    {
      type: drawKind(),
      draw_id: integer(1),
      dc_address: maybeText(),
      bank_name: maybeText(),
      bank_address: maybeText(),
      bank_swift: maybeText(),
      payee_name: maybeText(),
      payee_account: maybeText(),
      branch_name: maybeText(),
    },
    async ({ payments }, values, { session }) => {
      const { accountId } = session;
      const method = await payments.methods.bind(accountId, DRAW_KINDS[values.type], values.draw_id, {
        address: values.dc_address ?? '',
        bankName: values.bank_name ?? '',
        bankAddress: values.bank_address ?? '',
        bankSwift: values.bank_swift ?? '',
        payeeName: values.payee_name ?? '',
        payeeAccount: values.payee_account ?? '',
        branchName: values.branch_name ?? '',
      });
      return method.ok ? ok(wireDrawMethod(method.value)) : method;
    },
  ),

  deleteDrawMethod: call('deleteDrawMethod', { id: integer(1) }, ({ payments }, { id }, { session }) =>
    payments.methods.remove(session.accountId, id),
  ),
};

export const paymentCalls = { ...accountCalls, ...depositCalls, ...drawCalls };

const codesOf = (options: readonly { readonly currencyCode: string }[]): readonly string[] => [
  ...new Set(options.map(({ currencyCode }) => currencyCode)),
];
