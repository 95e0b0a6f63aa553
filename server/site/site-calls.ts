import { ok } from '../../shared/result.ts';
import { areasServed } from '../config/areas.ts';
import { wireCompany } from '../content/content-encoder.ts';
import { call } from '../http/call.ts';
import { choice, text } from '../http/fields.ts';

const NAME_MAX_LENGTH = 64;

/** What the app asks before anything else. */
export const siteCalls = {
  getBasicInfo: call('getBasicInfo', {}, ({ config: { site, feeType } }) =>
    ok({
      service_link: site.serviceLink,
      service_link_type: site.serviceLinkType,
      verify_reg_type: site.verifyRegType,
      trade_fee_type: feeType === 'per-lot' ? 1 : 2,
      area_codes: areasServed(site.blockedCountries),
      blocked_countries: site.blockedCountries,
    }),
  ),

  getAreas: call('getAreas', {}, ({ config: { site } }) => ok(areasServed(site.blockedCountries))),

  getSetting: call('getSetting', { key: choice(['is_show_mobile']) }, ({ config: { site } }, { key }) =>
    ok({ key, value: site.isShowMobile }),
  ),

  getContactEmail: call('getContactEmail', {}, ({ config: { site } }) => ok({ email: site.contactEmail })),

  getCompanyStatus: call('getCompanyStatus', {}, ({ config: { site } }) =>
    ok({ status: site.companyStatus, url: site.lossUrl, mode: site.companyMode }),
  ),

  getCompanies: call('getCompanies', {}, async ({ content }) =>
    ok((await content.companies.all()).map(wireCompany)),
  ),

  searchCompanies: call(
    'searchCompanies',
    { name: text(0, NAME_MAX_LENGTH) },
    async ({ content }, { name }) => ok((await content.companies.search(name)).map(wireCompany)),
  ),
};
