import { describe, expect, it } from 'vitest';
import { type Config, parseConfig } from '../../../server/config/config.ts';

const POSTGRES = 'postgres://user:password@localhost/pipstream';
/** As long as a token has to be. */
const LONG = 'a'.repeat(32);
const ONLY_A_FEED = { ROLE: 'feed', DATABASE_URL: POSTGRES, NATS_URL: 'nats://x' };

const parsed = (settings: Record<string, string>): Config => {
  const config = parseConfig(settings);
  if (!config.ok) throw new Error(config.error);
  return config.value;
};

describe('settings', () => {
  it('have the defaults of the contract', () => {
    expect(parsed({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      database: { kind: 'embedded' },
      databaseTimeoutMs: 4_000,
      toleratesBrokenBooks: false,
      feed: { kind: 'sim', seed: 'pipstream', synthetic: 0, hours: 'market', spread: 'none' },
      demoBalance: 100_000_000_000,
      financingTime: '17:00 America/New_York',
      stopOutPercent: 50,
      feeType: 'of-margin',
      publicOrigin: undefined,
      allowedOrigins: [],
      allowsSimulated: true,
      apiLabels: ['api', 'pcapi'],
      complaintUrl: undefined,
      trustedProxies: [],
      mail: undefined,
      pushServices: [
        'fcm.googleapis.com',
        'jmt17.google.com',
        '*.push.services.mozilla.com',
        '*.notify.windows.com',
        '*.push.apple.com',
      ],
      operatorsPort: 0,
      leaders: 6,
      site: {
        serviceLink: '',
        serviceLinkType: 1,
        verifyRegType: 1,
        isShowMobile: 0,
        contactEmail: 'support@pipstream.example',
        companyStatus: 0,
        companyMode: 0,
        lossUrl: '',
        blockedCountries: [],
      },
      limits: {
        socketsPerAddress: 500,
        demoAccountsPerAddress: 200,
        codes: { beforeCaptcha: 3, perAddress: 30, perContact: 5, inTotal: { email: 2_000, sms: 300 } },
        uploadTimeoutMs: 120_000,
      },
      role: { name: 'all' },
      payoutHoldMs: 86_400_000,
      log: { level: 'info', format: undefined },
      faults: false,
      bench: false,
    });
  });

  it('that are empty count as not set', () => {
    expect(parsed({ PORT: '', FEED: '', PUBLIC_ORIGIN: '' })).toEqual(parsed({}));
  });

  it.each<[Record<string, string>, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ VITE_API_LABEL: 'm-api', VITE_PC_API_LABEL: 'm' }, { apiLabels: ['m-api', 'm'] }],
    [
      { HOST: '0.0.0.0', DATA_DIR: '/srv/data' },
      { host: '0.0.0.0', dataDir: '/srv/data' },
    ],
    [
      { PUSH_SERVICES: '*.push.example.com, http://127.0.0.1:9999' },
      { pushServices: ['*.push.example.com', 'http://127.0.0.1:9999'] },
    ],
    [
      { FEED_SEED: 'seven', INSTRUMENTS: '200', FEED_HOURS: 'always', FEED_SPREAD: 'feed' },
      { feed: { kind: 'sim', seed: 'seven', synthetic: 200, hours: 'always', spread: 'feed' } },
    ],
    [
      { FEED: 'push', FEED_TOKEN: `a:${LONG},b:${LONG}b`, FEED_SOURCES: 'b,a', FEED_LISTEN: '[::1]:0' },
      {
        feed: {
          kind: 'push',
          hours: 'market',
          synthetic: 0,
          listen: { host: '::1', port: 0 },
          tokens: new Map([
            ['a', LONG],
            ['b', `${LONG}b`],
          ]),
          sources: ['b', 'a'],
          staleMs: 10_000,
          spread: 'none',
        },
      },
    ],
    [
      { FEED: 'ticks:EURUSD=a.csv+b.csv.gz,TRXU21:USD=c=d.csv', FEED_CLOCK: 'recorded', FEED_SPEED: 'max' },
      {
        feed: {
          kind: 'ticks',
          files: [
            { code: 'EURUSD', paths: ['a.csv', 'b.csv.gz'] },
            { code: 'TRXU21', currency: 'USD', paths: ['c=d.csv'] },
          ],
          clock: 'recorded',
          speed: 'max',
          spread: 'none',
        },
      },
    ],
    [
      { FEED: 'ticks:EURUSD=a.csv', FEED_SPEED: '2.5' },
      {
        feed: {
          kind: 'ticks',
          files: [{ code: 'EURUSD', paths: ['a.csv'] }],
          clock: 'now',
          speed: 2.5,
          spread: 'none',
        },
      },
    ],
    [{ DEMO_BALANCE: '2500.5' }, { demoBalance: 2_500_500_000 }],
    [{ FAULTS: 'on' }, { faults: true, bench: false }],
    [{ BENCH: 'on' }, { bench: true, faults: false }],
    [
      { STOP_OUT_PERCENT: '30', TRADE_FEE_TYPE: '1' },
      { stopOutPercent: 30, feeType: 'per-lot' },
    ],
    [
      {
        PUBLIC_ORIGIN: 'https://m.example.com',
        ALLOWED_ORIGINS: 'https://a.example.com, http://localhost:5173',
      },
      {
        publicOrigin: 'https://m.example.com',
        allowedOrigins: ['https://m.example.com', 'https://a.example.com', 'http://localhost:5173'],
      },
    ],
  ])('%j are parsed', (settings, wanted) => {
    expect(parsed(settings)).toMatchObject(wanted);
  });

  // spec: 3.8
  it('of the site are returned to the app', () => {
    const { site } = parsed({
      COMPANY_STATUS: '1',
      COMPANY_MODE: '1',
      LOSS_URL: 'https://example.com/gone',
      SERVICE_LINK_TYPE: '3',
      SERVICE_LINK: 'https://help.example.com',
      VERIFY_REG_TYPE: '2',
      IS_SHOW_MOBILE: '3',
      BLOCKED_COUNTRIES: 'KP,IR',
    });
    expect(site).toEqual({
      serviceLink: 'https://help.example.com',
      serviceLinkType: 3,
      verifyRegType: 2,
      isShowMobile: 3,
      contactEmail: 'support@pipstream.example',
      companyStatus: 1,
      companyMode: 1,
      lossUrl: 'https://example.com/gone',
      blockedCountries: ['KP', 'IR'],
    });
  });

  it.each([
    'https://help.example',
    'messenger: pipstream-help',
    'tg://resolve?domain=pipstream',
    'mailto:a@b.example',
    'pipstream',
  ])('a service link to copy may be %s', (link) => {
    expect(parsed({ SERVICE_LINK_TYPE: '2', SERVICE_LINK: link }).site.serviceLink).toBe(link);
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '1e3' }],
    ['FEED', { FEED: 'live' }],
    ['FEED', { FEED: 'ticks:' }],
    ['FEED', { FEED: 'ticks:EURUSD' }],
    ['FEED', { FEED: 'ticks:EURUSD=a.csv+' }],
    ['FEED', { FEED: 'ticks:eurusd=a.csv' }],
    ['FEED', { FEED: 'ticks:EURUSD:=a.csv' }],
    ['FEED', { FEED: 'ticks:EURUSD:dollar=a.csv' }],
    ['FEED', { FEED: 'ticks:EURUSD=a.csv,EURUSD=b.csv' }],
    ['FEED_CLOCK', { FEED: 'ticks:EURUSD=a.csv', FEED_CLOCK: 'tomorrow' }],
    ['FEED_CLOCK', { FEED_CLOCK: 'recorded' }],
    ['FEED_SPEED', { FEED: 'ticks:EURUSD=a.csv', FEED_SPEED: '0' }],
    ['FEED_SPEED', { FEED_SPEED: '10' }],
    ['INSTRUMENTS', { INSTRUMENTS: 'many' }],
    ['INSTRUMENTS', { FEED: 'ticks:EURUSD=a.csv', INSTRUMENTS: '5' }],
    ['FEED_TOKEN', { FEED: 'push' }],
    ['FEED_TOKEN', { FEED: 'push', FEED_TOKEN: 'short' }],
    ['FEED_TOKEN', { FEED: 'push', FEED_TOKEN: `a:${LONG},b:short` }],
    ['FEED_TOKEN', { FEED: 'push', FEED_TOKEN: `a:${LONG},a:${LONG}` }],
    ['FEED_TOKEN', { FEED: 'push', FEED_TOKEN: `a:${LONG}`, FEED_SOURCES: 'a,b' }],
    ['FEED_SOURCES', { FEED: 'push', FEED_TOKEN: LONG, FEED_SOURCES: 'a,a' }],
    ['FEED_SOURCES', { FEED: 'push', FEED_TOKEN: LONG, FEED_SOURCES: 'a b' }],
    ['FEED_LISTEN', { FEED: 'push', FEED_TOKEN: LONG, FEED_LISTEN: '8090' }],
    ['FEED_BEHIND_PROXY', { FEED: 'push', FEED_TOKEN: LONG, FEED_LISTEN: '0.0.0.0:8090' }],
    ['FEED_STALE_MS', { FEED: 'push', FEED_TOKEN: LONG, FEED_STALE_MS: '10' }],
    ['FEED_STALE_MS', { FEED_STALE_MS: '5000' }],
    ['FEED_SPEED', { FEED: 'push', FEED_TOKEN: LONG, FEED_SPEED: '2' }],
    ['SIMULATED_PRICES', { SIMULATED_PRICES: 'no' }],
    ['FEED_HOURS', { FEED_HOURS: 'weekend' }],
    ['FEED_HOURS', { FEED: 'ticks:EURUSD=a.csv', FEED_HOURS: 'always' }],
    ['DEMO_BALANCE', { DEMO_BALANCE: '0' }],
    ['DEMO_BALANCE', { DEMO_BALANCE: '1e5' }],
    ['FINANCING_TIME', { FINANCING_TIME: '17:00' }],
    ['FINANCING_TIME', { FINANCING_TIME: '17:00 Mars/Olympus' }],
    ['STOP_OUT_PERCENT', { STOP_OUT_PERCENT: '101' }],
    ['TRADE_FEE_TYPE', { TRADE_FEE_TYPE: '3' }],
    ['VERIFY_REG_TYPE', { VERIFY_REG_TYPE: '9' }],
    ['SERVICE_LINK_TYPE', { SERVICE_LINK_TYPE: '4' }],
    ['SERVICE_LINK', { SERVICE_LINK_TYPE: '2' }],
    ['SERVICE_LINK', { SERVICE_LINK_TYPE: '3', SERVICE_LINK: 'javascript:alert(1)' }],
    ['SERVICE_LINK', { SERVICE_LINK: 'javascript:alert(1)' }],
    ['SERVICE_LINK', { SERVICE_LINK: ' JAVA\tSCRIPT:alert(1)' }],
    ['SERVICE_LINK', { SERVICE_LINK_TYPE: '2', SERVICE_LINK: 'data:text/html,x' }],
    ['SERVICE_LINK', { SERVICE_LINK_TYPE: '2', SERVICE_LINK: 'file:///etc/passwd' }],
    ['LOSS_URL', { COMPANY_STATUS: '1' }],
    ['LOSS_URL', { LOSS_URL: 'http://example.com' }],
    ['COMPANY_MODE', { COMPANY_MODE: '2' }],
    ['BLOCKED_COUNTRIES', { BLOCKED_COUNTRIES: 'Utopia' }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'fcm.googleapis.com,localhost' }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'https://push.example.com/path' }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'nobody' }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'a@b.example?subject=x' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://m.example.com/' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'm.example.com' }],
    ['VITE_API_LABEL', { VITE_API_LABEL: 'api.example' }],
    ['VITE_COMPLAINT_URL', { VITE_COMPLAINT_URL: 'http://mail.example.org/to' }],
    ['VITE_PC_API_LABEL', { VITE_PC_API_LABEL: '*' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: '*' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://x' }],
    ['NATS_URL', { NATS_URL: 'nats://x' }],
    ['ROLE', { ROLE: 'king' }],
    ['DATABASE_URL', { ROLE: 'gateway' }],
    ['DATABASE_URL', { ROLE: 'feed', NATS_URL: 'nats://x' }],
    ['NATS_URL', { ROLE: 'feed', DATABASE_URL: POSTGRES }],
    ['NATS_URL', { ROLE: 'feed', DATABASE_URL: POSTGRES, NATS_URL: 'http://x' }],
    ['NATS_URL', { ROLE: 'feed', DATABASE_URL: POSTGRES, NATS_URL: 'nats://x/two/names' }],
    ['KEYS_DIR', { ROLE: 'dealer', DATABASE_URL: POSTGRES, NATS_URL: 'nats://x' }],
    ['SHARED_DIR', { ROLE: 'gateway', DATABASE_URL: POSTGRES, NATS_URL: 'nats://x', KEYS_DIR: './keys' }],
    [
      'DRAIN_MS',
      {
        ROLE: 'gateway',
        DATABASE_URL: POSTGRES,
        NATS_URL: 'nats://x',
        KEYS_DIR: 'k',
        SHARED_DIR: 's',
        DRAIN_MS: '1h',
      },
    ],
    ['NODE_NAME', { ROLE: 'feed', DATABASE_URL: POSTGRES, NATS_URL: 'nats://x', NODE_NAME: 'a b' }],
    ['FEED_CLOCK', { ...ONLY_A_FEED, FEED: 'ticks:EURUSD=x.csv', FEED_CLOCK: 'recorded' }],
    ['FEED_SPEED', { ...ONLY_A_FEED, FEED: 'ticks:EURUSD=x.csv', FEED_SPEED: '2' }],
    ['IS_SHOW_MOBILE', { IS_SHOW_MOBILE: '4' }],
    ['IS_SHOW_MOBILE', { IS_SHOW_MOBILE: 'yes' }],
    ['FAULTS', { FAULTS: 'yes' }],
    ['BENCH', { BENCH: 'yes' }],
  ])('a wrong %s is refused with one sentence that names it: %j', (name, settings) => {
    const config = parseConfig(settings);
    const sentence = config.ok ? '' : config.error;
    expect(sentence).toContain(name);
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toContain('\n');
  });
});

it('the role of a feed comes with its broker', () => {
  const urls = 'nats://a%40b:c%3Ad@one.example.com,nats://two.example.com:4333/staging';
  const config = parseConfig({ ROLE: 'feed', DATABASE_URL: POSTGRES, NATS_URL: urls });
  const role = config.ok && config.value.role;
  expect(role).toMatchObject({
    name: 'feed',
    nats: { servers: ['one.example.com:4222', 'two.example.com:4333'], tls: false, prefix: 'ps.staging' },
  });
  expect(role && role.name === 'feed' && [role.nats.user?.(), role.nats.password?.()]).toEqual([
    'a@b',
    'c:d',
  ]);
});
