import * as v from 'valibot';
import { list, nothing, number, oneOf, page, text, time, whole } from './parts.ts';

const account = v.strictObject({
  balance: number('booked money'),
  lock_balance: number('held by open positions and withdrawals in review'),
});

const ledgerEntry = v.strictObject({
  Value: number('what it did to the balance; above zero: in'),
  MemoTran: text("what it was, in the reader's language"),
  CreatedAtTran: time('when it was booked'),
});

const depositCoin = v.strictObject({
  id: whole('`charge_id` of a deposit', 1),
  currency_code: text('coin'),
  protocol_code: text('network'),
  address: text('where to send the coins'),
  usd_price: number('what one coin is booked as'),
});

const bankFields = {
  bank_name: text('bank'),
  bank_address: text('its address'),
  bank_swift: text('its SWIFT code'),
  payee_name: text('payee'),
  payee_account: text('number of the account'),
  branch_name: text('branch, of Japanese accounts; else empty'),
};

const depositBank = v.strictObject({
  id: whole('`wire_id` of a deposit', 1),
  name: text('what people read'),
  currency_code: text('currency'),
  ...bankFields,
  bank_remark: text('what to write with the transfer'),
  usd_price: number('what one unit of the currency is booked as'),
});

const deposit = v.strictObject({
  id: whole('names it', 1),
  number: number('amount in its own currency'),
  type: oneOf('0 coin, 1 bank', 0, 1),
  currency_code: text('coin or currency'),
  status: oneOf('0 unchecked, 1 finished, 2 rejected, 3 invalid', 0, 1, 2, 3),
  remark: text('why it was rejected; else empty'),
  created_at: time('when it was submitted'),
});

const drawCurrency = v.strictObject({
  id: whole('`draw_currency_id` of a withdrawal', 1),
  code: text('coin or currency'),
  protocol: text('network of a coin; else empty'),
  draw_rate: number("what one unit of the account's currency is paid out as"),
  fee_type: whole('1: `fee` as it is; else the amount times `fee`'),
  fee: number('see `fee_type`'),
  usd_price: number('what one unit is worth'),
});

const draw = v.strictObject({
  id: whole('names it', 1),
  number: number("asked for, in the account's currency, fee included"),
  real_number: number('paid out: max(0, (number - fee) x draw_rate)'),
  draw_currency: v.strictObject({ code: text('coin or currency') }),
  fee: number("in the account's currency"),
  status: oneOf('0 in review, 1 paid, 2 rejected', 0, 1, 2),
  status_name: text("the same in the reader's language"),
  created_at: time('when it was asked for'),
  type: oneOf('1 coin, 2 bank', 1, 2),
  address: text('coin address; else empty'),
  payee_account: text('bank account; else empty'),
  notes: text("the owner's memo, or why it was rejected"),
});

const drawMethod = v.strictObject({
  id: whole('`draw_method_id` of a withdrawal', 1),
  type: oneOf('1 coin, 2 bank', 1, 2),
  dc_address: text('coin address; else empty'),
  ...bankFields,
  draw_currency: v.strictObject({
    id: whole('`id` of the withdrawal currency', 1),
    code: text('coin or currency'),
    protocol: text('network of a coin; else empty'),
  }),
});

export const paymentShapes = {
  Account: account,
  LedgerEntry: ledgerEntry,
  DepositCoin: depositCoin,
  DepositBank: depositBank,
  Deposit: deposit,
  DrawCurrency: drawCurrency,
  Draw: draw,
  DrawMethod: drawMethod,
};

export const paymentAnswers = {
  getBalance: v.strictObject({ balance: number('booked money') }),
  getAccount: account,
  getLedger: page(ledgerEntry),
  resetDemoAccount: account,
  getDepositCoins: list(depositCoin),
  getDepositSymbols: v.strictObject({ coins: v.array(v.string()), banks: v.array(v.string()) }),
  getDepositBanks: list(depositBank),
  getDeposits: page(deposit),
  submitCoinDeposit: deposit,
  submitWireDeposit: deposit,
  getDrawCurrencies: list(drawCurrency),
  draw,
  getDraws: page(draw),
  getDrawMethods: list(drawMethod),
  bindDrawMethod: drawMethod,
  deleteDrawMethod: nothing,
};
