import type { RouteName } from '../../shared/contract/routes.ts';

const EMPTY_PAGE = { list: [], total: 0 };
const EMPTY_LIST = { list: [] };

/** Empty `data` for calls of which a recording has nothing. */
export const NEUTRAL: { readonly [N in RouteName]?: unknown } = {
  getBasicInfo: {
    service_link: '',
    service_link_type: 1,
    verify_reg_type: 1,
    trade_fee_type: 1,
    area_codes: [],
  },
  getAreas: [],
  getSetting: { key: 'is_show_mobile', value: 0 },
  getContactEmail: { email: '***' },
  getCompanies: [],
  searchCompanies: [],
  getSessions: EMPTY_LIST,
  getReview: { review_status: 0, remark: '' },
  getLedger: EMPTY_PAGE,
  getDepositCoins: EMPTY_LIST,
  getDepositSymbols: { coins: [], banks: [] },
  getDepositBanks: EMPTY_LIST,
  getDeposits: EMPTY_PAGE,
  getDrawCurrencies: EMPTY_LIST,
  getDraws: EMPTY_PAGE,
  getDrawMethods: EMPTY_LIST,
  getTradeList: EMPTY_LIST,
  getCategories: [],
  getMiniKline: {},
  searchInstruments: EMPTY_LIST,
  getDeals: { data: [], total: 0, balance: 0, all_fact_profits: 0 },
  getLeaders: [],
  getNews: EMPTY_PAGE,
  getChat: EMPTY_LIST,
  getAccount: { balance: 0, lock_balance: 0 },
  getBalance: { balance: 0 },
};
