import type { FeeType } from '../shared/margin.ts';
import { type Money, money } from '../shared/money.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { type FeedSettings, readFeed } from './config/feed.ts';
import { BadSetting, createReader, type Environment, type Reader } from './config/reader.ts';

/** Everything that can be set, checked. Names and defaults: contract, section 7. */
export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Holds the database; made when it is absent. */
  readonly dataDir: string;
  readonly feed: FeedSettings;
  readonly demoBalance: Money;
  /** Equity at or below this part of the margin closes positions. */
  readonly stopOutPercent: number;
  readonly feeType: FeeType;
  /** Where the app's pages come from, and further pages that may call; the server's own pages always may. */
  readonly publicOrigin: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly site: SiteSettings;
}

/** The specification's switches that the app asks for. */
interface SiteSettings {
  readonly serviceLink: string;
  readonly serviceLinkType: number;
  readonly verifyRegType: number;
  readonly companyStatus: number;
  readonly companyMode: number;
  readonly lossUrl: string;
  /** ISO 3166 codes whose dialling codes are not offered. */
  readonly blockedCountries: readonly string[];
}

/** Settings of the contract whose feature this build does not have: refusing them beats ignoring them. */
const NOT_SERVED = ['DATABASE_URL', 'NATS_URL', 'SMTP_URL', 'IS_SHOW_MOBILE'] as const;

/** @returns the settings, or one sentence that names the wrong one */
export function parseConfig(environment: Environment): Result<Config, string> {
  try {
    return ok(readConfig(createReader(environment)));
  } catch (error) {
    if (error instanceof BadSetting) return err(error.message);
    throw error;
  }
}

function readConfig(read: Reader): Config {
  for (const name of NOT_SERVED) {
    if (read.has(name)) throw new BadSetting(`${name} is set, but this build does not serve it; remove it.`);
  }
  const publicOrigin = read.has('PUBLIC_ORIGIN') ? read.origin('PUBLIC_ORIGIN') : undefined;
  const listed = read.list('ALLOWED_ORIGINS').map((text) => read.originOf('ALLOWED_ORIGINS', text));
  return {
    port: read.integer('PORT', 8080, 0, 65_535),
    host: read.text('HOST', '127.0.0.1'),
    dataDir: read.text('DATA_DIR', './data'),
    feed: readFeed(read),
    demoBalance: money(read.scaled('DEMO_BALANCE', 100_000, 6, 1, 1_000_000_000)),
    stopOutPercent: read.integer('STOP_OUT_PERCENT', 50, 0, 100),
    feeType: read.integer('TRADE_FEE_TYPE', 2, 0, 2) === 1 ? 'per-lot' : 'of-margin',
    publicOrigin,
    allowedOrigins: publicOrigin === undefined ? listed : [publicOrigin, ...listed],
    site: readSite(read),
  };
}

function readSite(read: Reader): SiteSettings {
  const companyStatus = read.integer('COMPANY_STATUS', 0, 0, 99);
  const serviceLinkType = read.integer('SERVICE_LINK_TYPE', 1, 1, 3);
  const lossUrl = read.has('LOSS_URL') ? read.httpsUrl('LOSS_URL') : '';
  if (companyStatus !== 0 && lossUrl === '')
    throw new BadSetting('COMPANY_STATUS sends visitors away: set LOSS_URL to where they go.');
  if (serviceLinkType !== 1 && !read.has('SERVICE_LINK'))
    throw new BadSetting(`SERVICE_LINK_TYPE ${serviceLinkType} needs SERVICE_LINK.`);
  return {
    serviceLink: serviceLinkType === 3 ? read.httpsUrl('SERVICE_LINK') : read.text('SERVICE_LINK', ''),
    serviceLinkType,
    verifyRegType: read.integer('VERIFY_REG_TYPE', 1, 0, 2),
    companyStatus,
    companyMode: read.integer('COMPANY_MODE', 0, 0, 1),
    lossUrl,
    blockedCountries: read.list('BLOCKED_COUNTRIES').map((text) => read.countryOf('BLOCKED_COUNTRIES', text)),
  };
}
