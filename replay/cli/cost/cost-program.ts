// Counts what a recording costs: the process that `cost-process.ts` starts. It prints the cost as JSON.
// V8 must not optimise here: optimised code is not counted.

import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exit } from '../exit.ts';
import { reportFailure, wholeText } from '../recording-files.ts';
import { createCallCounter } from './call-counts.ts';
import { countCopies } from './copy-counts.ts';
import type { CountedCost } from './cost.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ROOT_URL = `${pathToFileURL(ROOT)}/`;
/** Added to the addresses of the modules that play the exchange, which gets copies of its own of all that it shares with the engine. */
const EXCHANGE = '?exchange';
const isOfExchange = (url: string): boolean =>
  url.endsWith(EXCHANGE) || /^replay\/(play|fold)\//.test(url.slice(ROOT_URL.length));

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const { url } = found;
    const isOurs = url.startsWith(ROOT_URL) && !url.includes('/node_modules/') && !url.endsWith(EXCHANGE);
    const isMarked = isOurs && (isOfExchange(url) || context.parentURL?.endsWith(EXCHANGE));
    return isMarked ? { ...found, url: url + EXCHANGE } : found;
  },
});

async function count(file: string): Promise<Exit> {
  const counter = createCallCounter();
  const { createCountedPlay } = await import('./counted-play.ts');
  const played = await createCountedPlay(await wholeText(file));
  const copied = countCopies(isCounted);
  counter.reset();
  await played.play();
  const functions = counter.counts(isCounted, ROOT);
  const cost: CountedCost = { traffic: played.traffic(), counters: copied(), functions };
  if (played.isRecording()) process.stdout.write(JSON.stringify(cost));
  return reportFailure(file, played.failure(), { err: (line) => console.error(line), out: async () => {} });
}

const isCounted = (url: string): boolean => url.startsWith(ROOT_URL) && isOfEngine(url);
/** The worker, with what it records and what it shares with other threads. */
const isOfEngine = (url: string): boolean =>
  !url.endsWith(EXCHANGE) && /^(worker|shared|replay\/(record|format))\//.test(url.slice(ROOT_URL.length));

const [, , file = ''] = process.argv;
process.exitCode = await count(file);
