import * as param from './parameter.ts';
import { as, type Domain, type Infer, list, named, object, oneOf, optional, text, whole } from './schema.ts';

/** What the app asks before anybody is signed in. */

export type Area = Domain<typeof Area>;
export type WireArea = Infer<typeof Area>;
export const Area = named(object({ id: whole(1), code: text(), global_code: as('dialCode', text()) }));

export type Company = Domain<typeof Company>;
export type WireCompany = Infer<typeof Company>;
export const Company = named(
  object({
    id: whole(1),
    name: text(),
    logo: text(),
    url: text(),
    subject: text(),
    registered_address: text(),
    location: text(),
    email: text(),
  }),
);

export type BasicInfo = Domain<typeof BasicInfo>;
const BasicInfo = object({
  service_link: text(),
  service_link_type: whole(),
  verify_reg_type: whole(),
  trade_fee_type: as('feeType', whole()),
  area_codes: as('areas', list(Area)),
  /** Beyond the contract: the margin level at which positions are closed. */
  stop_out_percent: optional(whole()),
  /** Beyond the contract, for the announcement text. */
  blocked_countries: optional(list(text())),
  /** 1: prices are simulated. */
  simulated: optional(whole()),
  /** 1: an instrument has an ask beside its bid. */
  two_prices: optional(whole()),
  /** `17:00 America/New_York`: when nights are booked. */
  financing_time: optional(text()),
});

export type CompanyStatus = Domain<typeof CompanyStatus>;
const CompanyStatus = object({ status: whole(), url: text(), mode: oneOf(0, 1) });

export const siteRoutes = {
  getBasicInfo: { method: 'GET', path: '/api/basicSet/getBasicInfo', answer: BasicInfo },
  getAreas: { method: 'GET', path: '/api/default/area_list', answer: list(Area) },
  getSetting: {
    method: 'GET',
    path: '/api/default/setting',
    request: { key: param.choice('is_show_mobile') },
    answer: object({ key: text(), value: whole() }),
  },
  getContactEmail: {
    method: 'GET',
    path: '/api/default/contact_email',
    answer: object({ email: text() }),
  },
  getCompanyStatus: { method: 'GET', path: '/api/company/getCompanyStatus', answer: CompanyStatus },
  getCompanies: { method: 'GET', path: '/api/company/getCompany', answer: list(Company) },
  searchCompanies: {
    method: 'GET',
    path: '/api/company/search',
    request: { name: param.text(0, 64) },
    answer: list(Company),
  },
} as const;
