/* The CPU profile of a turn. Only a run that `run-turn.ts` starts takes one; the product's own build has nothing of it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'playwright';
import { root } from '../../tests/architecture/sources.ts';
import { attachWorker, pageTarget, type Target } from '../probe/worker-target.ts';
import { type CpuProfile, FOLDER_VARIABLE, SPANS_VARIABLE, type Spans } from './cpu-profile.ts';

/** More samples would slow down what is measured. */
const SAMPLE_EVERY_US = 250;

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

/** Profiles a page while `use` runs and reads its spans, in a run that takes profiles; otherwise only runs it. */
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

async function profiled<T>(targets: Readonly<Record<string, Target>>, use: () => Promise<T>): Promise<T> {
  const all = Object.entries(targets);
  const before = new Map<string, Spans>();
  for (const [name, target] of all) {
    await target.send('Profiler.enable');
    await target.send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
    before.set(name, await spansOf(target));
    await target.send('Profiler.start');
  }
  const done = await use();
  const place = folder() ?? '.';
  mkdirSync(place, { recursive: true });
  for (const [name, target] of all) {
    const { profile } = await target.send<{ readonly profile: CpuProfile }>('Profiler.stop');
    const spans = Object.entries(await spansOf(target)).map(([span, ms]) => [
      span,
      ms - (before.get(name)?.[span] ?? 0),
    ]);
    const kept: CpuProfile = { ...inSources(profile), spans: Object.fromEntries(spans) };
    writeFileSync(join(place, `${name}.cpuprofile`), JSON.stringify(kept));
  }
  return done;
}

/** ms of each span since the page was opened; none outside a bench build. */
async function spansOf({ send }: Target): Promise<Spans> {
  const { result } = await send<{ readonly result: { readonly value?: Spans } }>('Runtime.evaluate', {
    expression: `globalThis.${SPANS_VARIABLE} ?? {}`,
    returnByValue: true,
  });
  return result.value ?? {};
}

/** Replaces the places in built files by those in their sources, as far as source maps know them. */
function inSources(profile: CpuProfile): CpuProfile {
  const maps = new Map<string, SourceMap | undefined>();
  const base = pathToFileURL(root).href;
  const nodes = profile.nodes.map((node) => {
    const { url, lineNumber, columnNumber } = node.callFrame;
    if (!url.startsWith('http')) {
      const own = url.startsWith(base) ? url.slice(base.length + 1) : url;
      return { ...node, callFrame: { ...node.callFrame, url: withoutFolders(own) } };
    }
    const file = basename(new URL(url).pathname);
    if (!maps.has(file)) maps.set(file, mapOf(file));
    const found = maps.get(file)?.findEntry(lineNumber, columnNumber);
    if (found === undefined || !('originalSource' in found)) return node;
    const source = withoutFolders(posix.join('dist/assets', found.originalSource));
    return { ...node, callFrame: { ...node.callFrame, url: source, lineNumber: found.originalLine } };
  });
  return { ...profile, nodes };
}

/** Packages may be elsewhere, behind a link. */
const withoutFolders = (path: string): string => path.replace(/^.*(?=node_modules\/)/, '');

function mapOf(file: string): SourceMap | undefined {
  const path = join(root, 'dist', 'assets', `${file}.map`);
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
