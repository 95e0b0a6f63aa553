import type { FeedOptions } from '../feed/feed.ts';
import { BadSetting, type Reader } from './setting-reader.ts';

const TICKS = 'ticks:';
const NAMED = /^([A-Z0-9][A-Z0-9._]{1,19})(?::([A-Z]{3,5}))?$/;

export function readFeed(read: Reader): FeedOptions {
  const feed = read.text('FEED', 'sim');
  const clock = read.oneOf('FEED_CLOCK', 'now', ['now', 'recorded']);
  const speed = readSpeed(read);
  const synthetic = read.integer('INSTRUMENTS', 0, 0, 5_000);
  const hours = read.oneOf('FEED_HOURS', 'market', ['market', 'always']);
  if (feed === 'sim') {
    if (clock === 'recorded' || speed !== 1)
      throw new BadSetting(
        'FEED_CLOCK and FEED_SPEED belong to recorded quotes: set FEED=ticks:… with them.',
      );
    return { kind: 'sim', seed: read.text('FEED_SEED', 'pipstream'), synthetic, hours };
  }
  if (!feed.startsWith(TICKS))
    throw new BadSetting(
      `FEED must be sim or ticks:CODE[:CURRENCY]=FILE[+FILE…][,CODE=FILE…], not "${feed}".`,
    );
  if (synthetic > 0)
    throw new BadSetting('INSTRUMENTS belongs to FEED=sim: recorded quotes list only their own.');
  if (hours !== 'market')
    throw new BadSetting('FEED_HOURS belongs to FEED=sim: recorded quotes trade while they are played.');
  return { kind: 'ticks', files: readFiles(feed.slice(TICKS.length)), clock, speed };
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
