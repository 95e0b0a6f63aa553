import * as param from './parameter.ts';
import {
  type Infer,
  list,
  listed,
  named,
  nothing,
  number,
  object,
  oneOf,
  optional,
  page,
  text,
  time,
  whole,
} from './schema.ts';

/** Balances, statements, deposits and withdrawals. */

export type Account = Infer<typeof Account>;
export const Account = named(object({ balance: number(), lock_balance: number() }));

export type LedgerEntry = Infer<typeof LedgerEntry>;
export const LedgerEntry = named(object({ Value: number(), MemoTran: text(), CreatedAtTran: time() }));

export type DepositCoin = Infer<typeof DepositCoin>;
export const DepositCoin = named(
  object({
    id: whole(1),
    currency_code: text(),
    protocol_code: text(),
    address: text(),
    usd_price: number(),
  }),
);

const BANK = {
  bank_name: text(),
  bank_address: text(),
  bank_swift: text(),
  payee_name: text(),
  payee_account: text(),
  branch_name: text(),
};

export type DepositBank = Infer<typeof DepositBank>;
export const DepositBank = named(
  object({
    id: whole(1),
    name: text(),
    currency_code: text(),
    ...BANK,
    bank_remark: text(),
    usd_price: number(),
  }),
);

export type Deposit = Infer<typeof Deposit>;
export const Deposit = named(
  object({
    id: whole(1),
    number: number(),
    type: oneOf(0, 1),
    currency_code: text(),
    status: oneOf(0, 1, 2, 3),
    remark: text(),
    created_at: time(),
  }),
);

export type DrawCurrency = Infer<typeof DrawCurrency>;
export const DrawCurrency = named(
  object({
    id: whole(1),
    code: text(),
    protocol: text(),
    draw_rate: number(),
    fee_type: whole(),
    fee: number(),
    usd_price: number(),
  }),
);

export type Draw = Infer<typeof Draw>;
export const Draw = named(
  object({
    id: whole(1),
    number: number(),
    real_number: number(),
    draw_currency: object({ code: text() }),
    fee: number(),
    status: oneOf(0, 1, 2),
    status_name: text(),
    created_at: time(),
    type: oneOf(1, 2),
    address: text(),
    payee_account: text(),
    notes: text(),
  }),
);

export type DrawMethod = Infer<typeof DrawMethod>;
export const DrawMethod = named(
  object({
    id: whole(1),
    type: oneOf(1, 2),
    dc_address: text(),
    ...BANK,
    draw_currency: object({ id: whole(1), code: text(), protocol: text() }),
  }),
);

/** Bounds against abuse; the rules are the exchange's. */
const TEXT = param.text(1, 256);
const URL = param.text(1, 512);
const MEMO = optional(param.text(0, 512));
const PAYEE = optional(param.text(0, 256));
const ID = param.integer(1);
const CID = optional(param.cid());
/** Of a deposit: 0 coin, 1 bank. */
const DEPOSIT_KIND = param.choice(0, 1);
/** Of a withdrawal and its method: 1 coin, 2 bank. */
const DRAW_KIND = param.choice(1, 2);

export const paymentRoutes = {
  getBalance: {
    method: 'GET',
    path: '/v1/api/main/wallet/getBalance',
    session: true,
    answer: object({ balance: number() }),
  },
  getAccount: { method: 'GET', path: '/v1/api/main/account/forexDetail', session: true, answer: Account },
  getLedger: {
    method: 'GET',
    path: '/v1/api/main/accountLog/forexChange',
    session: true,
    request: { page: param.page() },
    answer: page(LedgerEntry),
  },
  resetDemoAccount: {
    method: 'GET',
    path: '/v1/api/main/user/resetForexDemoAccount',
    session: true,
    changes: true,
    answer: Account,
  },
  getDepositCoins: {
    method: 'GET',
    path: '/api/quickCharge/info',
    session: true,
    real: true,
    answer: listed(DepositCoin),
  },
  /** The currencies of each kind that can be paid in. */
  getDepositSymbols: {
    method: 'GET',
    path: '/api/quickCharge/symbols',
    session: true,
    real: true,
    answer: object({ coins: list(text()), banks: list(text()) }),
  },
  getDepositBanks: {
    method: 'GET',
    path: '/api/quickCharge/wire_info',
    session: true,
    real: true,
    request: { bank_coin: TEXT },
    answer: listed(DepositBank),
  },
  getDeposits: {
    method: 'GET',
    path: '/api/quickCharge/quick_ist',
    session: true,
    real: true,
    request: { type: DEPOSIT_KIND, page: param.page() },
    answer: page(Deposit),
  },
  submitCoinDeposit: {
    method: 'POST',
    path: '/api/quickCharge/submit',
    session: true,
    real: true,
    request: { number: param.millionths(), proofImg: URL, address: TEXT, charge_id: ID, cid: CID },
    answer: Deposit,
  },
  submitWireDeposit: {
    method: 'POST',
    path: '/api/quickCharge/wire_submit',
    session: true,
    real: true,
    request: { number: param.millionths(), proofImg: URL, wire_id: ID, cid: CID },
    answer: Deposit,
  },
  getDrawCurrencies: {
    method: 'GET',
    path: '/api/account/draw_symbol_list',
    session: true,
    real: true,
    request: { type: DRAW_KIND },
    answer: listed(DrawCurrency),
  },
  draw: {
    method: 'POST',
    path: '/api/account/draw',
    session: true,
    real: true,
    request: {
      draw_currency_id: ID,
      number: param.millionths(),
      memo: MEMO,
      draw_method_id: ID,
      cid: CID,
    },
    answer: Draw,
  },
  getDraws: {
    method: 'GET',
    path: '/api/account/draw_list',
    session: true,
    real: true,
    request: { type: DRAW_KIND, page: param.page() },
    answer: page(Draw),
  },
  getDrawMethods: {
    method: 'GET',
    path: '/api/wallet/get_draw_method',
    session: true,
    real: true,
    request: { draw_type: DRAW_KIND, draw_id: optional(ID) },
    answer: listed(DrawMethod),
  },
  bindDrawMethod: {
    method: 'POST',
    path: '/api/wallet/bind_draw_method',
    session: true,
    real: true,
    request: {
      type: DRAW_KIND,
      draw_id: ID,
      dc_address: PAYEE,
      bank_name: PAYEE,
      bank_address: PAYEE,
      bank_swift: PAYEE,
      payee_name: PAYEE,
      payee_account: PAYEE,
      branch_name: PAYEE,
    },
    answer: DrawMethod,
  },
  deleteDrawMethod: {
    method: 'POST',
    path: '/api/wallet/del_draw_method',
    session: true,
    real: true,
    request: { id: ID },
    answer: nothing(),
  },
} as const;
