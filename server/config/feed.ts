import type { FeedOptions } from '../feed/feed.ts';
import { BadSetting, type Reader } from './setting-reader.ts';

const TICKS = 'ticks:';
const PUSH = 'push';
const NAMED = /^([A-Z0-9][A-Z0-9._]{1,19})(?::([A-Z]{3,5}))?$/;

type PushFeed = Extract<FeedOptions, { readonly kind: 'push' }>;

export const readFeed = (read: Reader): FeedOptions => ({
  ...readSource(read),
  spread: read.oneOf('FEED_SPREAD', 'none', ['none', 'feed']),
});

function readSource(read: Reader): FeedOptions {
  const feed = read.text('FEED', 'sim');
  if (feed !== PUSH) refusePushSettings(read);
  const clock = read.oneOf('FEED_CLOCK', 'now', ['now', 'recorded']);
  const speed = readSpeed(read);
  const synthetic = read.integer('INSTRUMENTS', 0, 0, 5_000);
  const hours = read.oneOf('FEED_HOURS', 'market', ['market', 'always']);
  if ((feed === 'sim' || feed === PUSH) && (clock === 'recorded' || speed !== 1))
    throw new BadSetting('FEED_CLOCK and FEED_SPEED belong to recorded quotes: set FEED=ticks:… with them.');
  if (feed === 'sim') return { kind: 'sim', seed: read.text('FEED_SEED', 'pipstream'), synthetic, hours };
  if (feed === PUSH) return { kind: 'push', synthetic, hours, ...readSources(read) };
  if (!feed.startsWith(TICKS))
    throw new BadSetting(
      `FEED must be sim, push or ticks:CODE[:CURRENCY]=FILE[+FILE…][,CODE=FILE…], not "${feed}".`,
    );
  if (synthetic > 0)
    throw new BadSetting(
      'INSTRUMENTS belongs to FEED=sim and FEED=push: recorded quotes list only their own.',
    );
  if (hours !== 'market')
    throw new BadSetting(
      'FEED_HOURS belongs to FEED=sim and FEED=push: recorded quotes trade while they are played.',
    );
  return { kind: 'ticks', files: readFiles(feed.slice(TICKS.length)), clock, speed };
}

const PUSH_SETTINGS = ['FEED_LISTEN', 'FEED_BEHIND_PROXY', 'FEED_TOKEN', 'FEED_SOURCES', 'FEED_STALE_MS'];

function refusePushSettings(read: Reader): void {
  const given = PUSH_SETTINGS.find((name) => read.has(name));
  if (given !== undefined)
    throw new BadSetting(`${given} belongs to prices from outside: set FEED=push with it.`);
}

const SOURCE_NAME = /^[\w.-]{1,40}$/;
const TOKEN = /^[!-+\--9;-~]{32,}$/;

/** Tokens are printable, without blanks, commas and colons. No sentence repeats one. */
function readSources(read: Reader): Pick<PushFeed, 'listen' | 'tokens' | 'sources' | 'staleMs'> {
  const sources = read.list('FEED_SOURCES');
  const wrong = sources.find((name, at) => !SOURCE_NAME.test(name) || sources.indexOf(name) !== at);
  if (wrong !== undefined)
    throw new BadSetting(
      `FEED_SOURCES must be different names of letters, digits and . - _, not "${wrong}".`,
    );
  return {
    listen: readListen(read),
    tokens: readTokens(read, sources),
    sources,
    staleMs: read.integer('FEED_STALE_MS', 10_000, 500, 3_600_000),
  };
}

function readTokens(read: Reader, sources: readonly string[]): ReadonlyMap<string, string> {
  // The others do not let sources in.
  if (!['all', 'feed'].includes(read.text('ROLE', 'all'))) return new Map();
  const text = read.text('FEED_TOKEN', '');
  const wanted = 'a token of at least 32 letters, digits and signs, or name:token,name:token for each source';
  if (text === '') throw new BadSetting(`FEED=push needs FEED_TOKEN: ${wanted}.`);
  const tokens = new Map<string, string>();
  for (const part of text.split(',')) {
    const at = part.indexOf(':');
    const [name, token] = at < 0 ? ['', part] : [part.slice(0, at), part.slice(at + 1)];
    const isNamed = at < 0 ? text === part : SOURCE_NAME.test(name);
    if (!isNamed || !TOKEN.test(token) || tokens.has(name))
      throw new BadSetting(`FEED_TOKEN must be ${wanted}.`);
    tokens.set(name, token);
  }
  const missing = tokens.has('') ? undefined : sources.find((name) => !tokens.has(name));
  if (missing !== undefined) throw new BadSetting(`FEED_TOKEN has no token for ${missing} of FEED_SOURCES.`);
  return tokens;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

function readListen(read: Reader): PushFeed['listen'] {
  const text = read.text('FEED_LISTEN', '127.0.0.1:8090');
  const url = URL.canParse(`ws://${text}`) ? new URL(`ws://${text}`) : undefined;
  const port = Number(/:(\d{1,5})$/.exec(text)?.[1]);
  if (url === undefined || url.pathname !== '/' || !(port >= 0 && port <= 65_535))
    throw new BadSetting(`FEED_LISTEN must be an address and a port such as 127.0.0.1:8090, not "${text}".`);
  if (!LOOPBACK.test(url.hostname) && read.text('FEED_BEHIND_PROXY', '') !== '1')
    throw new BadSetting(
      `FEED_LISTEN ${text} can be reached from other machines: put a TLS proxy before it and set FEED_BEHIND_PROXY=1.`,
    );
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

function readSpeed(read: Reader): number | 'max' {
  if (read.text('FEED_SPEED', '1') === 'max') return 'max';
  return read.scaled('FEED_SPEED', 1, 3, 0.001, 100_000) / 1_000;
}

function readFiles(text: string) {
  const seen = new Set<string>();
  return text.split(',').map((part) => {
    const [named, files] = split(part);
    const [, code, currency] = NAMED.exec(named) ?? [];
    const paths = files.split('+');
    if (code === undefined || paths.some((path) => path === ''))
      throw new BadSetting(`FEED names its quotes as CODE[:CURRENCY]=FILE[+FILE…], not "${part}".`);
    if (seen.has(code)) throw new BadSetting(`FEED names ${code} twice: join its files with +.`);
    seen.add(code);
    return { code, currency, paths };
  });
}

function split(part: string): readonly [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
