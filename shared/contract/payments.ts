import { Outcome } from './orders.ts';
import * as param from './parameter.ts';
import { PROOF } from './proof.ts';
import {
  amount,
  as,
  type Domain,
  flag,
  type Infer,
  list,
  listed,
  named,
  nothing,
  object,
  oneOf,
  optional,
  page,
  text,
  time,
  timeOrEmpty,
  whole,
} from './schema.ts';

/** Statements, deposits and withdrawals. */

export type LedgerEntry = Domain<typeof LedgerEntry>;
export type WireLedgerEntry = Infer<typeof LedgerEntry>;
export const LedgerEntry = named(
  object({
    Value: as('amount', amount()),
    MemoTran: as('memo', text()),
    CreatedAtTran: as('createdAt', time()),
  }),
);

export type DepositCoin = Domain<typeof DepositCoin>;
export type WireDepositCoin = Infer<typeof DepositCoin>;
export const DepositCoin = named(
  object({
    id: whole(1),
    currency_code: as('currency', text()),
    protocol_code: as('network', text()),
    address: text(),
    usd_price: amount(),
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

export type DepositBank = Domain<typeof DepositBank>;
export type WireDepositBank = Infer<typeof DepositBank>;
export const DepositBank = named(
  object({
    id: whole(1),
    name: text(),
    currency_code: as('currency', text()),
    ...BANK,
    bank_remark: text(),
    usd_price: amount(),
  }),
);

export type Deposit = Domain<typeof Deposit>;
export type WireDeposit = Infer<typeof Deposit>;
export const Deposit = named(
  object({
    id: whole(1),
    number: as('amount', amount()),
    type: as('kind', oneOf(0, 1)),
    currency_code: as('currency', text()),
    status: oneOf(0, 1, 2, 3),
    remark: text(),
    created_at: time(),
  }),
);

export type DrawCurrency = Domain<typeof DrawCurrency>;
export type WireDrawCurrency = Infer<typeof DrawCurrency>;
export const DrawCurrency = named(
  object({
    id: whole(1),
    code: text(),
    protocol: as('network', text()),
    draw_rate: as('rate', amount()),
    fee_type: whole(),
    fee: amount(),
    usd_price: amount(),
  }),
);

export type Draw = Domain<typeof Draw>;
export type WireDraw = Infer<typeof Draw>;
export const Draw = named(
  object({
    id: whole(1),
    number: as('amount', amount()),
    real_number: as('net', amount()),
    draw_currency: as('currency', object({ code: text() })),
    fee: amount(),
    status: oneOf(0, 1, 2),
    status_name: text(),
    created_at: time(),
    type: as('kind', oneOf(1, 2)),
    address: text(),
    payee_account: text(),
    notes: text(),
  }),
);

export type DrawMethod = Domain<typeof DrawMethod>;
export type WireDrawMethod = Infer<typeof DrawMethod>;
export const DrawMethod = named(
  object({
    id: whole(1),
    type: as('kind', oneOf(1, 2)),
    dc_address: as('address', text()),
    ...BANK,
    draw_currency: as('currency', object({ id: whole(1), code: text(), protocol: as('network', text()) })),
    is_confirmed: flag(),
    held_until: timeOrEmpty(),
    /** Of `bindDrawMethod` alone: no code could be sent yet. */
    code_wait_s: optional(whole(1)),
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

const AMOUNT = as('amount', param.millionths());
const DEPOSIT = { number: AMOUNT, proofImg: as('proof', URL) };

export const paymentRoutes = {
  getLedger: {
    method: 'GET',
    path: '/v1/api/main/accountLog/forexChange',
    session: true,
    request: { page: param.page(), limit: optional(param.pageSize()) },
    answer: page(LedgerEntry),
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
    request: { bank_coin: as('currency', TEXT) },
    answer: listed(DepositBank),
  },
  getDeposits: {
    method: 'GET',
    path: '/api/quickCharge/quick_ist',
    session: true,
    real: true,
    request: { type: as('kind', DEPOSIT_KIND), page: param.page() },
    answer: page(Deposit),
  },
  submitCoinDeposit: {
    method: 'POST',
    path: '/api/quickCharge/submit',
    session: true,
    real: true,
    request: { ...DEPOSIT, address: TEXT, charge_id: as('coinId', ID), cid: CID },
    answer: Deposit,
  },
  submitWireDeposit: {
    method: 'POST',
    path: '/api/quickCharge/wire_submit',
    session: true,
    real: true,
    request: { ...DEPOSIT, wire_id: as('bankId', ID), cid: CID },
    answer: Deposit,
  },
  getPaymentOutcome: {
    method: 'GET',
    path: '/api/user/outcome',
    session: true,
    changes: true,
    request: { cid: param.cid() },
    answer: Outcome,
  },
  getDrawCurrencies: {
    method: 'GET',
    path: '/api/account/draw_symbol_list',
    session: true,
    real: true,
    request: { type: as('kind', DRAW_KIND) },
    answer: listed(DrawCurrency),
  },
  draw: {
    method: 'POST',
    path: '/api/account/draw',
    session: true,
    real: true,
    request: {
      draw_currency_id: as('currencyId', ID),
      number: AMOUNT,
      memo: MEMO,
      draw_method_id: as('methodId', ID),
      real_number: optional(as('net', param.millionths())),
      cid: CID,
      ...PROOF,
    },
    answer: Draw,
  },
  getDraws: {
    method: 'GET',
    path: '/api/account/draw_list',
    session: true,
    real: true,
    request: { type: as('kind', DRAW_KIND), page: param.page() },
    answer: page(Draw),
  },
  getDrawMethods: {
    method: 'GET',
    path: '/api/wallet/get_draw_method',
    session: true,
    real: true,
    request: { draw_type: as('kind', DRAW_KIND), draw_id: optional(as('currencyId', ID)) },
    answer: listed(DrawMethod),
  },
  bindDrawMethod: {
    method: 'POST',
    path: '/api/wallet/bind_draw_method',
    session: true,
    real: true,
    request: {
      type: as('kind', DRAW_KIND),
      draw_id: as('currencyId', ID),
      dc_address: as('address', PAYEE),
      bank_name: PAYEE,
      bank_address: PAYEE,
      bank_swift: PAYEE,
      payee_name: PAYEE,
      payee_account: PAYEE,
      branch_name: PAYEE,
      ...PROOF,
    },
    answer: DrawMethod,
  },
  /** Sends the code that confirms a new payout address, to the account's contact; `bindDrawMethod` sends the first one. */
  sendDrawMethodCode: {
    method: 'POST',
    path: '/api/wallet/send_draw_method_code',
    session: true,
    real: true,
    request: { id: ID },
    answer: nothing(),
  },
  confirmDrawMethod: {
    method: 'POST',
    path: '/api/wallet/confirm_draw_method',
    session: true,
    real: true,
    request: { id: ID, auth_code: as('code', param.text(1, 16)) },
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
