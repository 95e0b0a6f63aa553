import { ok } from '../../../shared/result.ts';
import { DIALLING_CODES } from '../../config/dialling-codes.ts';
import { call } from '../call.ts';

/** What the app asks before anything else. */
export const siteCalls = {
  getBasicInfo: call('getBasicInfo', {}, ({ config: { site, feeType } }) =>
    ok({
      service_link: site.serviceLink,
      service_link_type: site.serviceLinkType,
      verify_reg_type: site.verifyRegType,
      trade_fee_type: feeType === 'per-lot' ? 1 : 2,
      area_codes: areaCodes(site.blockedCountries),
    }),
  ),

  getCompanyStatus: call('getCompanyStatus', {}, ({ config: { site } }) =>
    ok({ status: site.companyStatus, url: site.lossUrl, mode: site.companyMode }),
  ),

  /** Nobody leads yet: a leader is a user whom the operator appoints, and no call appoints one. */
  getLeaders: call('getLeaders', {}, () => ok([])),
};

/** Ids stay the same whoever is blocked. */
function areaCodes(blocked: readonly string[]) {
  return [...DIALLING_CODES]
    .map(([code, dialling], at) => ({ id: at + 1, code, global_code: dialling }))
    .filter(({ code }) => !blocked.includes(code));
}
