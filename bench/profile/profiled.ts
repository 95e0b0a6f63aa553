/* The profiles of a turn. Only a run that `run-turn.ts` starts takes one; the product's own build has nothing of it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'playwright';
import { root } from '../../tests/architecture/sources.ts';
import { attachWorker, pageTarget, type Target } from '../probe/worker-target.ts';
import type { HeapProfile, Profile } from './functions.ts';

/** Environment variable with the folder of the profiles. */
export const FOLDER_VARIABLE = 'PIPSTREAM_BENCH_PROFILES';

/** Whether this run takes profiles. */
export const isProfiling = (): boolean => folder() !== undefined;

const folder = (): string | undefined => process.env[FOLDER_VARIABLE];

/** Profiles this process while `use` runs. */
export async function profileProcess<T>(name: string, use: () => Promise<T>): Promise<T> {
  const session = new Session();
  session.connect();
  const send = <R>(method: string, params: object = {}) =>
    session.post(
      method as 'Profiler.enable',
      params as unknown as undefined,
    ) as Promise<unknown> as Promise<R>;
  try {
    return await profiled({ [`${name}-process`]: { send } }, use);
  } finally {
    session.disconnect();
  }
}

/** The profile of a page. */
export interface Profiled {
  /** That of the suite. */
  readonly name: string;
  /** Name of its worker, which is profiled too. */
  readonly worker?: 'engine';
}

/** Profiles a page while `use` runs, in a run that takes profiles; otherwise only runs it. */
export async function whileProfiled<T>(
  page: Profiled | undefined,
  cdp: CDPSession,
  use: () => Promise<T>,
): Promise<T> {
  if (page === undefined || !isProfiling()) return use();
  const { name, worker } = page;
  return profiled(
    {
      [`${name}-page`]: pageTarget(cdp),
      ...(worker && { [`${name}-worker`]: await attachWorker(cdp, worker) }),
    },
    use,
  );
}

/** Notes which functions allocated what is still held after `use`, in a run that takes profiles; otherwise only runs it. */
export const whileHolding = <T>(
  targets: Readonly<Record<string, Target>>,
  use: () => Promise<T>,
): Promise<T> => (isProfiling() ? profiled(targets, use, HELD) : use());

/** What was allocated since `whileHolding` began and is still held, after a garbage collection; undefined in a run that takes none. */
export async function heldNow({ send }: Target): Promise<HeapProfile | undefined> {
  if (!isProfiling()) return undefined;
  await send('HeapProfiler.collectGarbage');
  const { profile } = await send<{ readonly profile: HeapProfile }>('HeapProfiler.getSamplingProfile');
  return inSources(profile);
}

type Call = readonly [method: string, params?: object];

/** What is sent before, and after; the last answer has the profile. */
interface Kind {
  readonly suffix: string;
  readonly before: readonly Call[];
  readonly after: readonly Call[];
}

const TIME: Kind = {
  suffix: 'cpuprofile',
  // More samples would slow down what is measured.
  before: [['Profiler.enable'], ['Profiler.setSamplingInterval', { interval: 250 }], ['Profiler.start']],
  after: [['Profiler.stop']],
};
const HELD: Kind = {
  suffix: 'heapprofile',
  before: [['HeapProfiler.startSampling', { samplingInterval: 8_192 }]],
  after: [['HeapProfiler.collectGarbage'], ['HeapProfiler.stopSampling']],
};

async function profiled<T>(
  targets: Readonly<Record<string, Target>>,
  use: () => Promise<T>,
  { suffix, before, after }: Kind = TIME,
): Promise<T> {
  const all = Object.entries(targets);
  for (const [, { send }] of all) for (const call of before) await send(...call);
  const done = await use();
  for (const [name, { send }] of all) {
    let answer: unknown;
    for (const call of after) answer = await send(...call);
    keep(`${name}.${suffix}`, (answer as { readonly profile: Profile }).profile);
  }
  return done;
}

function keep(name: string, profile: Profile): void {
  const place = folder() ?? '.';
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), JSON.stringify(inSources(profile)));
}

/** A profile with the places in the sources instead of those in built files, as far as source maps know them. */
function inSources<P extends Profile>(profile: P): P {
  const maps = new Map<string, SourceMap | undefined>();
  const base = pathToFileURL(root).href;
  const text = JSON.stringify(profile, (key, value) => {
    if (key !== 'callFrame') return value;
    const { url, lineNumber, columnNumber } = value;
    if (!url.startsWith('http')) {
      const own = url.startsWith(base) ? url.slice(base.length + 1) : url;
      return { ...value, url: withoutFolders(own) };
    }
    const file = basename(new URL(url).pathname);
    if (!maps.has(file)) maps.set(file, mapOf(file));
    const found = maps.get(file)?.findEntry(lineNumber, columnNumber);
    if (found === undefined || !('originalSource' in found)) return value;
    const source = withoutFolders(posix.join('dist/assets', found.originalSource));
    return { ...value, url: source, lineNumber: found.originalLine };
  });
  return JSON.parse(text);
}

/** Packages may be elsewhere, behind a link. */
const withoutFolders = (path: string): string => path.replace(/^.*(?=node_modules\/)/, '');

function mapOf(file: string): SourceMap | undefined {
  const path = join(root, 'dist', 'assets', `${file}.map`);
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
