import type { Period } from '../period.ts';
import type {
  WireAccount,
  WireBaseData,
  WireCandle,
  WireCategory,
  WireCompanyStatus,
  WireDealPage,
  WireInstrument,
  WireLeader,
  WireOrder,
  WireUser,
} from './wire.ts';

/**
 * The REST calls: path, method and whether a session is needed. `Calls` below has the request and answer of each.
 * `changes` marks a GET that changes state: never retried, cached or prefetched; contract, section 2.
 */
export const ROUTES = {
  getBasicInfo: { method: 'GET', path: '/api/basicSet/getBasicInfo' },
  getCompanyStatus: { method: 'GET', path: '/api/company/getCompanyStatus' },
  createDemoAccount: { method: 'GET', path: '/api/user/createAccountDemoForU', changes: true },
  login: { method: 'POST', path: '/api/user/loginForU', body: 'form' },
  getUser: { method: 'GET', path: '/api/user/info', session: true },
  getBalance: { method: 'GET', path: '/v1/api/main/wallet/getBalance', session: true },
  getAccount: { method: 'GET', path: '/v1/api/main/account/forexDetail', session: true },
  resetDemoAccount: {
    method: 'GET',
    path: '/v1/api/main/user/resetForexDemoAccount',
    session: true,
    changes: true,
  },
  getTradeList: { method: 'GET', path: '/v1/api/forex/trade_list' },
  searchInstruments: { method: 'GET', path: '/v1/api/forex/searchCurrency' },
  getCategories: { method: 'GET', path: '/v1/api/forex/getCategories' },
  getMiniKline: { method: 'GET', path: '/v1/api/forex/abbreviated_cache_kline' },
  getKline: { method: 'GET', path: '/v1/api/forex/kline' },
  submitOrder: { method: 'GET', path: '/v1/api/forex/submit', session: true, changes: true },
  getDeals: { method: 'GET', path: '/v1/api/forex/my_deal', session: true },
  closeOrder: { method: 'GET', path: '/v1/api/forex/close', session: true, changes: true },
  cancelOrder: { method: 'GET', path: '/v1/api/forex/cancel_trade', session: true, changes: true },
  setStops: { method: 'GET', path: '/v1/api/forex/set_stop_price', session: true, changes: true },
  getLeaders: { method: 'GET', path: '/api/follow/list' },
} as const satisfies Record<keyof Calls, RouteShape>;

interface RouteShape {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly session?: true;
  readonly changes?: true;
  readonly body?: 'form' | 'json' | 'multipart';
}

export type RouteName = keyof Calls;
export type RequestOf<N extends RouteName> = Calls[N]['request'];
export type AnswerOf<N extends RouteName> = Calls[N]['answer'];

/** No parameters. `t` is added to every GET and DELETE by the client and not listed. */
type None = Record<never, never>;

/** Requests carry decimals as they will stand in the query: plain decimal text or numbers that print as one. */
export interface Calls {
  getBasicInfo: { request: None; answer: WireBaseData };
  getCompanyStatus: { request: None; answer: WireCompanyStatus };
  createDemoAccount: { request: None; answer: { readonly demo_id: string } };
  login: {
    request:
      | { readonly demo_id: string }
      | { readonly account: string; readonly password: string; readonly login_type: 1 | 2 };
    answer: { readonly token: string; readonly user: WireUser };
  };
  getUser: { request: None; answer: WireUser };
  getBalance: { request: None; answer: { readonly balance: number } };
  getAccount: { request: None; answer: WireAccount };
  resetDemoAccount: { request: None; answer: WireAccount };
  getTradeList: { request: None; answer: { readonly list: readonly WireInstrument[] } };
  searchInstruments: {
    request: { readonly keyword: string };
    answer: { readonly list: readonly WireInstrument[] };
  };
  getCategories: { request: None; answer: readonly WireCategory[] };
  getMiniKline: {
    request: { readonly forex_id: string };
    answer: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  };
  getKline: {
    request: {
      readonly forex_id: number;
      readonly period: Period;
      readonly end?: number;
      readonly limit?: number;
    };
    answer: readonly WireCandle[];
  };
  submitOrder: {
    request: {
      readonly type: 1 | 2;
      readonly cont: string;
      readonly forex_id: number;
      readonly status: 0 | 1;
      readonly target_price?: string;
      readonly stop_loss_price?: string;
      readonly target_profit_price?: string;
      readonly multiple: number;
      readonly cid?: string;
      readonly seen_price?: string;
      readonly seen_at?: number;
      readonly deviation?: number;
    };
    answer: WireOrder;
  };
  getDeals: { request: { readonly status: 0 | 1 | 3; readonly page: number }; answer: WireDealPage };
  closeOrder: {
    request: { readonly id: number; readonly cont?: string; readonly cid?: string };
    answer: WireOrder;
  };
  cancelOrder: { request: { readonly id: number }; answer: WireOrder };
  setStops: {
    request: { readonly id: number; readonly target_profit_price: string; readonly stop_loss_price: string };
    answer: WireOrder;
  };
  getLeaders: { request: None; answer: readonly WireLeader[] };
}
