import type { ContentCalls } from './calls/content.ts';
import type { MarketCalls } from './calls/market.ts';
import type { OrderCalls } from './calls/orders.ts';
import type { PaymentCalls } from './calls/payments.ts';
import type { PeopleCalls } from './calls/people.ts';
import type { SiteCalls } from './calls/site.ts';

/**
 * The REST calls: path, method, and who may call. `Calls` has the request and answer of each.
 * `session`: a token is needed, and `real`: it must not be a demo account's. `changes` marks a GET that changes state:
 * never retried, cached or prefetched; contract, section 2. A path's `:name` is a parameter of the request.
 */
export const ROUTES = {
  getBasicInfo: { method: 'GET', path: '/api/basicSet/getBasicInfo' },
  getAreas: { method: 'GET', path: '/api/default/area_list' },
  getSetting: { method: 'GET', path: '/api/default/setting' },
  getContactEmail: { method: 'GET', path: '/api/default/contact_email' },
  getCompanyStatus: { method: 'GET', path: '/api/company/getCompanyStatus' },
  getCompanies: { method: 'GET', path: '/api/company/getCompany' },
  searchCompanies: { method: 'GET', path: '/api/company/search' },

  getCaptcha: { method: 'GET', path: '/api/captcha/:token' },
  sendEmailCode: { method: 'POST', path: '/api/notify/send_email' },
  sendSmsCode: { method: 'POST', path: '/api/notify/send_sms' },
  register: { method: 'POST', path: '/api/user/register' },
  forgetPassword: { method: 'POST', path: '/api/user/forget_password' },
  amendPassword: { method: 'POST', path: '/api/user/amend_password', session: true, real: true },
  createDemoAccount: { method: 'GET', path: '/api/user/createAccountDemoForU', changes: true },
  login: { method: 'POST', path: '/api/user/loginForU' },
  logout: { method: 'POST', path: '/api/user/logout', session: true },
  getUser: { method: 'GET', path: '/api/user/info', session: true },
  getSessions: { method: 'GET', path: '/api/user/sessions', session: true },
  endSession: { method: 'DELETE', path: '/api/user/sessions', session: true },
  getReview: { method: 'GET', path: '/api/user_real/center', session: true, real: true },
  submitRealName: { method: 'POST', path: '/api/user_real/real_name', session: true, real: true },
  uploadImage: { method: 'POST', path: '/api/common/image_upload', session: true, body: 'multipart' },

  getBalance: { method: 'GET', path: '/v1/api/main/wallet/getBalance', session: true },
  getAccount: { method: 'GET', path: '/v1/api/main/account/forexDetail', session: true },
  getLedger: { method: 'GET', path: '/v1/api/main/accountLog/forexChange', session: true },
  resetDemoAccount: {
    method: 'GET',
    path: '/v1/api/main/user/resetForexDemoAccount',
    session: true,
    changes: true,
  },
  getDepositCoins: { method: 'GET', path: '/api/quickCharge/info', session: true, real: true },
  getDepositSymbols: { method: 'GET', path: '/api/quickCharge/symbols', session: true, real: true },
  getDepositBanks: { method: 'GET', path: '/api/quickCharge/wire_info', session: true, real: true },
  getDeposits: { method: 'GET', path: '/api/quickCharge/quick_ist', session: true, real: true },
  submitCoinDeposit: { method: 'POST', path: '/api/quickCharge/submit', session: true, real: true },
  submitWireDeposit: { method: 'POST', path: '/api/quickCharge/wire_submit', session: true, real: true },
  getDrawCurrencies: { method: 'GET', path: '/api/account/draw_symbol_list', session: true, real: true },
  draw: { method: 'POST', path: '/api/account/draw', session: true, real: true },
  getDraws: { method: 'GET', path: '/api/account/draw_list', session: true, real: true },
  getDrawMethods: { method: 'GET', path: '/api/wallet/get_draw_method', session: true, real: true },
  bindDrawMethod: { method: 'POST', path: '/api/wallet/bind_draw_method', session: true, real: true },
  deleteDrawMethod: { method: 'POST', path: '/api/wallet/del_draw_method', session: true, real: true },

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

  getNews: { method: 'GET', path: '/api/news/list' },
  getNewsItem: { method: 'GET', path: '/api/news/info' },
  getChat: { method: 'GET', path: '/api/chat/list', session: true },
  sendChat: { method: 'POST', path: '/api/chat/send', session: true },
} as const satisfies Record<keyof Calls, RouteShape>;

export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly session?: true;
  readonly real?: true;
  readonly changes?: true;
  /** Of a POST; a form when absent. The exchange takes flat JSON for a form as well. */
  readonly body?: 'multipart';
}

/** Requests carry decimals as they will stand in the query: plain decimal text or numbers that print as one. */
export interface Calls extends SiteCalls, PeopleCalls, PaymentCalls, MarketCalls, OrderCalls, ContentCalls {}

export type RouteName = keyof Calls;
export type RequestOf<N extends RouteName> = Calls[N]['request'];
export type AnswerOf<N extends RouteName> = Calls[N]['answer'];
