import { isIP, isIPv6 } from 'node:net';
import type { FeeType } from '../../shared/domain/margin.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { parseEmail } from '../contact.ts';
import type { FeedOptions } from '../feed/feed.ts';
import { MAX_LEADERS } from '../leaders/leaders.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../log.ts';
import { isServiceEntry, USUAL_SERVICES } from '../push/push-services.ts';
import type { DatabaseSettings } from '../store/settings.ts';
import { type RoleSettings, readRole } from './cluster.ts';
import { readDatabase } from './database.ts';
import { readFeed } from './feed.ts';
import { type AbuseLimits, readLimits } from './limits.ts';
import { type MailServer, readMail } from './mail.ts';
import { BadSetting, createReader, type Environment, type Reader } from './setting-reader.ts';

/** All settings, validated. Names, defaults and meanings: docs/operating.md, "Settings". */
export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Holds the embedded database, pictures and outbox; created if missing. */
  readonly dataDir: string;
  /** Of the operators' channel on this machine; 0: any free one, which the channel file names. */
  readonly operatorsPort: number;
  readonly database: DatabaseSettings;
  readonly role: RoleSettings;
  /** Time limit of a statement, of opening a connection, and of a flush to the disk. */
  readonly databaseTimeoutMs: number;
  /** Whether to deal on books that are not in order, where there is no better copy. */
  readonly toleratesBrokenBooks: boolean;
  readonly feed: FeedOptions;
  /** Whether accounts for real money may open positions and deposit while prices are simulated. */
  readonly allowsSimulated: boolean;
  /** Number of simulated leaders in the ranking. */
  readonly leaders: number;
  readonly demoBalance: Money;
  /** Positions are closed when equity is at or below this part of the margin. */
  readonly stopOutPercent: number;
  readonly feeType: FeeType;
  /** When nights are booked, as `17:00 America/New_York`. */
  readonly financingTime: string;
  /** Origins of the app's pages and of other pages that may call; the server's own pages always may. */
  readonly publicOrigin: string | undefined;
  readonly allowedOrigins: readonly string[];
  /** What replaces the first label of the public origin in the hosts of the API; the app is built with the same. */
  readonly apiLabels: readonly string[];
  /** Where the app asks for the address for complaints, as it is built; undefined: its API. */
  readonly complaintUrl: string | undefined;
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Mail server for e-mails; without it they stay in the outbox. */
  readonly mail: MailServer | undefined;
  /** Where notifications may be sent: hosts of push services, `*.` before one with its sub-domains, or origins. */
  readonly pushServices: readonly string[];
  readonly site: SiteSettings;
  readonly limits: AbuseLimits;
  readonly log: {
    readonly level: LogLevel;
    /** Undefined: as the terminal, or its absence, suggests. */
    readonly format: LogFormat | undefined;
  };
  /** What a request for `/metrics` has to bring; undefined: see `createMetricsAccess`. */
  readonly metricsToken: string | undefined;
  /** Time from the confirmation of a payout address to the first withdrawal to it. */
  readonly payoutHoldMs: number;
  /** Whether faults can be injected: for development, never in production. */
  readonly faults: boolean;
  /** Whether `/bench` measures the devices that open it: for development. */
  readonly bench: boolean;
}

/** The specification's switches that the app reads. */
interface SiteSettings {
  readonly serviceLink: string;
  readonly serviceLinkType: number;
  readonly verifyRegType: number;
  /** The phone field beside the e-mail in the register form: 1 optional, 3 required, otherwise absent. */
  readonly isShowMobile: number;
  readonly companyStatus: number;
  readonly companyMode: number;
  readonly lossUrl: string;
  /** E-mail address for questions. */
  readonly contactEmail: string;
  /** ISO 3166 codes of countries whose dialling codes are not offered. */
  readonly blockedCountries: readonly string[];
}

/** @returns the settings, or a sentence that names the invalid one */
export function parseConfig(environment: Environment): Result<Config, string> {
  try {
    return ok(readConfig(createReader(environment)));
  } catch (error) {
    if (error instanceof BadSetting) return err(error.message);
    throw error;
  }
}

/** Location of the data, regardless of other settings: for tools that run without the exchange. */
export const dataDirOf = (environment: Environment): string => readDataDir(createReader(environment));

/** Where operators reach the exchange with keys of their own; 0 where it is not said. */
export const operatorsPortOf = (environment: Environment): number =>
  readOperatorsPort(createReader(environment));

const readOperatorsPort = (read: Reader): number => read.integer('OPERATORS_PORT', 0, 0, 65_535);

const readDataDir = (read: Reader): string => read.text('DATA_DIR', './data');

function readConfig(read: Reader): Config {
  const feed = readFeed(read);
  const database = readDatabase(read);
  const publicOrigin = read.has('PUBLIC_ORIGIN') ? read.origin('PUBLIC_ORIGIN') : undefined;
  const listed = read.list('ALLOWED_ORIGINS').map((text) => read.originOf('ALLOWED_ORIGINS', text));
  return {
    port: read.integer('PORT', 8080, 0, 65_535),
    host: read.text('HOST', '127.0.0.1'),
    dataDir: readDataDir(read),
    operatorsPort: readOperatorsPort(read),
    database,
    role: readRole(read, database, feed),
    databaseTimeoutMs: read.integer('DATABASE_TIMEOUT_MS', 4_000, 100, 60_000),
    toleratesBrokenBooks: read.oneOf('BROKEN_BOOKS', 'refuse', ['refuse', 'report']) === 'report',
    feed,
    allowsSimulated: read.oneOf('SIMULATED_PRICES', 'allow', ['allow', 'refuse']) === 'allow',
    leaders: read.integer('LEADERS', feed.kind === 'sim' ? MAX_LEADERS : 0, 0, MAX_LEADERS),
    demoBalance: money(read.scaled('DEMO_BALANCE', 100_000, 6, 1, 1_000_000_000)),
    stopOutPercent: read.integer('STOP_OUT_PERCENT', 50, 0, 100),
    feeType: read.integer('TRADE_FEE_TYPE', 2, 0, 2) === 1 ? 'per-lot' : 'of-margin',
    financingTime: read.nightTime('FINANCING_TIME', '17:00 America/New_York'),
    publicOrigin,
    allowedOrigins: publicOrigin === undefined ? listed : [publicOrigin, ...listed],
    apiLabels: [read.label('VITE_API_LABEL', 'api'), read.label('VITE_PC_API_LABEL', 'pcapi')],
    complaintUrl: read.has('VITE_COMPLAINT_URL') ? read.httpsUrl('VITE_COMPLAINT_URL') : undefined,
    trustedProxies: readTrustedProxies(read),
    mail: readMail(read),
    pushServices: readPushServices(read),
    site: readSite(read),
    limits: readLimits(read),
    log: {
      level: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
      format: read.has('LOG_FORMAT') ? read.oneOf('LOG_FORMAT', 'json', LOG_FORMATS) : undefined,
    },
    metricsToken: readMetricsToken(read),
    payoutHoldMs: 3_600_000 * read.integer('PAYOUT_HOLD_HOURS', 24, 0, 720),
    faults: read.oneOf('FAULTS', 'off', ['on', 'off']) === 'on',
    bench: read.oneOf('BENCH', 'off', ['on', 'off']) === 'on',
  };
}

/** Printable, without blanks, as it stands in a header. The sentence does not repeat it. */
function readMetricsToken(read: Reader): string | undefined {
  if (!read.has('METRICS_TOKEN')) return undefined;
  const token = read.text('METRICS_TOKEN', '');
  if (/^[!-~]{32,}$/.test(token)) return token;
  throw new BadSetting('METRICS_TOKEN must be at least 32 letters, digits and signs, without blanks.');
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
    serviceLink: serviceLinkType === 3 ? read.httpsUrl('SERVICE_LINK') : read.linkText('SERVICE_LINK'),
    serviceLinkType,
    verifyRegType: read.integer('VERIFY_REG_TYPE', 1, 0, 2),
    isShowMobile: read.integer('IS_SHOW_MOBILE', 0, 0, 3),
    contactEmail: readContactEmail(read),
    companyStatus,
    companyMode: read.integer('COMPANY_MODE', 0, 0, 1),
    lossUrl,
    blockedCountries: read.list('BLOCKED_COUNTRIES').map((text) => read.countryOf('BLOCKED_COUNTRIES', text)),
  };
}

function readContactEmail(read: Reader): string {
  const typed = read.text('CONTACT_EMAIL', 'support@pipstream.example');
  const email = parseEmail(typed);
  if (email === undefined) throw new BadSetting(`CONTACT_EMAIL must be an e-mail address, not "${typed}".`);
  return email.value;
}

function readPushServices(read: Reader): readonly string[] {
  const listed = read.list('PUSH_SERVICES');
  const wrong = listed.find((entry) => !isServiceEntry(entry));
  if (wrong !== undefined)
    throw new BadSetting(
      `PUSH_SERVICES must be a list of hosts and origins such as *.push.example.com,https://push.example.com, not "${wrong}".`,
    );
  return listed.length === 0 ? USUAL_SERVICES : listed;
}

/** Addresses and networks (`10.0.0.0/8`) of the trusted reverse proxies. */
const readTrustedProxies = (read: Reader): readonly string[] => {
  const listed = read.list('TRUSTED_PROXIES');
  for (const entry of listed) {
    if (!isAddressOrNetwork(entry))
      throw new BadSetting(
        `TRUSTED_PROXIES must be a list of addresses and networks such as 127.0.0.1,10.1.0.0/16, not "${entry}".`,
      );
  }
  return listed;
};

/** A network of length 0 matches everybody: any client could then claim any address. */
function isAddressOrNetwork(entry: string): boolean {
  const [address = '', length, ...more] = entry.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return (
    length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32))
  );
}
