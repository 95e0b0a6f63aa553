import { readFile } from 'node:fs/promises';
import { pause, systemClock } from './clock.ts';
import { runCsv } from './csv.ts';
import { type Link, openLink } from './link.ts';
import { HELP, type Options, readOptions, tokenOf } from './options.ts';
import { noCounts, reportLine } from './report.ts';
import { openVenue, type VenueBridge } from './venue.ts';

const REPORT_MS = 60_000;
/** The exchange says what it refused once a second. */
const LAST_WORD_MS = 1_200;

const options = readOptions(process.argv.slice(2));
if (!options.ok) stop(options.error, 2);
else if (options.value === 'help') console.log(HELP);
else await run(options.value);

async function run(asked: Options): Promise<void> {
  const clock = systemClock;
  const name = asked.kind === 'venue' ? asked.venue : asked.file;
  const say = (line: string) =>
    console.log(`${new Date(clock.wall()).toISOString().slice(0, 19)}Z ${name}: ${line}`);
  const setting = asked.tokenFile === undefined ? process.env['FEED_TOKEN'] : await tokenIn(asked.tokenFile);
  const token = tokenOf(setting, asked.source);
  if (!token.ok) return stop(token.error, 2);
  let counts = noCounts();
  let venue: VenueBridge | undefined;
  const link: Link = openLink(
    {
      clock,
      chance: Math.random,
      say,
      counts: () => counts,
      opened(codes) {
        const unknown = [...(asked.map?.values() ?? [])].filter(({ code }) => !codes.includes(code));
        if (unknown.length > 0) say(`the exchange has no ${unknown.map(({ code }) => code).join(', ')}`);
        venue?.exchangeOpened();
      },
      denied: (sentence) => stop(sentence, 1),
    },
    { url: asked.url, source: asked.source, token: token.value, repeats: asked.kind === 'csv' },
  );
  const report = (): void => {
    say(reportLine(counts, clock.wall()));
    counts = noCounts(counts.lastTickMs);
  };
  clock.every(REPORT_MS, report);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      report();
      process.exit(0);
    });
  const deps = { clock, link, say, counts: () => counts };
  if (asked.kind === 'csv') {
    const failed = await runCsv({ ...deps, isClosed: () => false }, asked);
    await link.settled();
    await pause(clock, LAST_WORD_MS);
    report();
    return failed === undefined ? process.exit(0) : stop(failed, 1);
  }
  const { failureOf, outliveStrayErrors, venueOf } = await import('./ccxt.ts');
  outliveStrayErrors();
  const openClient = venueOf(asked.venue);
  if (openClient === undefined) return stop(`ccxt has no venue "${asked.venue}" with sockets.`, 2);
  venue = openVenue({ ...deps, chance: Math.random, openClient, failureOf }, asked.map, asked.prices);
  stop(`${asked.venue}: ${await venue.ended}`, 1);
}

async function tokenIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text ?? stop(`${file} cannot be read.`, 2);
}

function stop(sentence: string, status: number): never {
  console.error(sentence);
  process.exit(status);
}
