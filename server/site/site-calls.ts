import type { siteRoutes } from '../../shared/contract/site.ts';
import { ok } from '../../shared/result.ts';
import { areasServed } from '../areas.ts';
import type { Calls } from '../call.ts';
import type { Config } from '../config/config.ts';
import type { Content } from '../content/content.ts';
import { wireCompany } from '../content/content-calls.ts';
import type { Market } from '../feed/market.ts';
import type { Listings } from '../listings/listings.ts';

interface SiteCallDeps {
  readonly config: Pick<Config, 'site' | 'feeType' | 'stopOutPercent' | 'feed' | 'financingTime'>;
  readonly content: Content;
  readonly market: Pick<Market, 'instruments'>;
  readonly listings: Pick<Listings, 'hasSpreads'>;
}

/** What the app asks before anybody is signed in. */
export const siteCalls = ({
  config,
  content,
  market,
  listings,
}: SiteCallDeps): Calls<keyof typeof siteRoutes> => ({
  getBasicInfo() {
    const { site, feeType, stopOutPercent, feed, financingTime } = config;
    const hasNights = market.instruments().some(({ longRate, shortRate }) => longRate || shortRate);
    return ok({
      service_link: site.serviceLink,
      service_link_type: site.serviceLinkType,
      verify_reg_type: site.verifyRegType,
      trade_fee_type: feeType === 'per-lot' ? 1 : 2,
      stop_out_percent: stopOutPercent,
      area_codes: areasServed(site.blockedCountries),
      blocked_countries: site.blockedCountries,
      ...(feed.kind === 'sim' ? { simulated: 1 } : {}),
      ...(feed.spread === 'feed' || listings.hasSpreads() ? { two_prices: 1 } : {}),
      ...(hasNights ? { financing_time: financingTime } : {}),
    });
  },
  getAreas: () => ok(areasServed(config.site.blockedCountries)),
  getSetting: ({ key }) => ok({ key, value: config.site.isShowMobile }),
  getContactEmail: () => ok({ email: config.site.contactEmail }),
  getCompanyStatus() {
    const { companyStatus, lossUrl, companyMode } = config.site;
    return ok({ status: companyStatus, url: lossUrl, mode: companyMode });
  },
  getCompanies: async () => ok((await content.companies.all()).map(wireCompany)),
  searchCompanies: async ({ name }) => ok((await content.companies.search(name)).map(wireCompany)),
});
