import type { WireArea, WireBaseData, WireCompany, WireCompanyStatus } from '../wire-content.ts';
import type { None } from './none.ts';

/** What the app asks before anything else. */
export interface SiteCalls {
  getBasicInfo: { request: None; answer: WireBaseData };
  getAreas: { request: None; answer: readonly WireArea[] };
  getSetting: {
    request: { readonly key: 'is_show_mobile' };
    /** 1 or 3: the register form has a phone part. */
    answer: { readonly key: string; readonly value: number };
  };
  getContactEmail: { request: None; answer: { readonly email: string } };
  getCompanyStatus: { request: None; answer: WireCompanyStatus };
  getCompanies: { request: None; answer: readonly WireCompany[] };
  searchCompanies: { request: { readonly name: string }; answer: readonly WireCompany[] };
}
