import type { WireAccount } from '../wire.ts';
import type {
  WireDeposit,
  WireDepositBank,
  WireDepositCoin,
  WireDraw,
  WireDrawCurrency,
  WireDrawMethod,
  WireLedgerEntry,
} from '../wire-payments.ts';
import type { None } from './none.ts';

/** Of a deposit: 0 coin, 1 bank. */
type DepositKind = 0 | 1;
/** Of a withdrawal and its method: 1 coin, 2 bank. */
type DrawKind = 1 | 2;

interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

export interface PaymentCalls {
  getBalance: { request: None; answer: { readonly balance: number } };
  getAccount: { request: None; answer: WireAccount };
  getLedger: { request: { readonly page: number }; answer: Page<WireLedgerEntry> };
  resetDemoAccount: { request: None; answer: WireAccount };
  getDepositCoins: { request: None; answer: { readonly list: readonly WireDepositCoin[] } };
  /** The currencies of each kind that can be paid in. */
  getDepositSymbols: {
    request: None;
    answer: { readonly coins: readonly string[]; readonly banks: readonly string[] };
  };
  getDepositBanks: {
    request: { readonly bank_coin: string };
    answer: { readonly list: readonly WireDepositBank[] };
  };
  getDeposits: { request: { readonly type: DepositKind; readonly page: number }; answer: Page<WireDeposit> };
  submitCoinDeposit: {
    request: {
      readonly number: string;
      readonly proofImg: string;
      readonly address: string;
      readonly charge_id: number;
      readonly cid?: string;
    };
    answer: WireDeposit;
  };
  submitWireDeposit: {
    request: {
      readonly number: string;
      readonly proofImg: string;
      readonly wire_id: number;
      readonly cid?: string;
    };
    answer: WireDeposit;
  };
  getDrawCurrencies: {
    request: { readonly type: DrawKind };
    answer: { readonly list: readonly WireDrawCurrency[] };
  };
  draw: {
    request: {
      readonly draw_currency_id: number;
      /** In the account's currency, fee included. */
      readonly number: string;
      readonly memo?: string;
      readonly draw_method_id: number;
      readonly cid?: string;
    };
    answer: WireDraw;
  };
  getDraws: { request: { readonly type: DrawKind; readonly page: number }; answer: Page<WireDraw> };
  getDrawMethods: {
    /** `draw_id`: of one withdrawal currency alone. */
    request: { readonly draw_type: DrawKind; readonly draw_id?: number };
    answer: { readonly list: readonly WireDrawMethod[] };
  };
  bindDrawMethod: {
    request: {
      readonly type: DrawKind;
      readonly draw_id: number;
      readonly dc_address?: string;
      readonly bank_name?: string;
      readonly bank_address?: string;
      readonly bank_swift?: string;
      readonly payee_name?: string;
      readonly payee_account?: string;
      /** Of the Japanese variant. */
      readonly branch_name?: string;
    };
    answer: WireDrawMethod;
  };
  deleteDrawMethod: { request: { readonly id: number }; answer: null };
}
