import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { placesOf, rowsOf, type ScriptCoverage } from './call-counts.ts';
import type { CountedCost } from './cost.ts';

/*
 * The functions of the page, by the maps of the built files to their sources. Those of packages, and those of the engine, are none
 * of the page's.
 */

type Counted = CountedCost['functions'][number];

/** What a trace of the browser says, as far as it is counted. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly args: {
    readonly elementCount?: number;
    readonly beginData?: {
      /** Innermost first; only where a script asked for it. */
      readonly stackTrace?: readonly {
        readonly functionName: string;
        readonly url: string;
        readonly lineNumber: number;
        readonly columnNumber: number;
      }[];
    };
  };
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

const NUMBERED = /\$\d+(?= |$)/g;

/** What ran between two readings of the coverage. */
export function ranFunctions(
  before: readonly ScriptCoverage[],
  after: readonly ScriptCoverage[],
  folder: string,
): readonly Counted[] {
  return after.flatMap(({ url, functions }) => {
    const script = scriptOf(url, folder);
    if (script === undefined) return [];
    const around = before.filter((one) => one.url === url).flatMap((one) => one.functions);
    const placeOf = placesOf(script.text);
    const rows = rowsOf(functions, around, (offset) => {
      const { line, column } = placeOf(offset);
      return script.sourceOf(line, column);
    });
    // Two functions of one name are told apart by a number where they share a file of the build.
    return rows.map((row) => ({ ...row, name: row.name.replace(NUMBERED, '') }));
  });
}

const FORCED = { UpdateLayoutTree: 'forces styles', Layout: 'forces a layout' } as const;

/** Functions that read what the browser first has to compute, and how often. */
export function forcingFunctions(events: readonly TraceEvent[], folder: string): readonly Counted[] {
  const rows = new Map<string, Counted>();
  const scripts = new Map<string, Script | undefined>();
  for (const { name, args } of events) {
    const [frame] = args.beginData?.stackTrace ?? [];
    if (frame === undefined || !(name === 'Layout' || name === 'UpdateLayoutTree')) continue;
    const { url, functionName, lineNumber, columnNumber } = frame;
    if (!scripts.has(url)) scripts.set(url, scriptOf(url, folder));
    const place = scripts.get(url)?.sourceOf(lineNumber, columnNumber - 1);
    if (place === undefined) continue;
    const called = `${functionName.replace(NUMBERED, '') || '=>'} ${FORCED[name]}`;
    const key = `${place.file} ${called}`;
    rows.set(key, { ...place, name: called, calls: (rows.get(key)?.calls ?? 0) + 1, turns: 0 });
  }
  return [...rows.values()];
}

interface Script {
  readonly text: string;
  /** @param line from 1 */
  sourceOf(line: number, column: number): Pick<Counted, 'file' | 'line'> | undefined;
}

/** A file of the page; undefined: of the engine, or not of the app. */
function scriptOf(url: string, folder: string): Script | undefined {
  const path = join(folder, new URL(url, 'file:').pathname);
  if (!path.endsWith('.js') || !existsSync(`${path}.map`)) return undefined;
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const fileOf = (source: string) => relative(ROOT, join(dirname(path), source)).replaceAll('\\', '/');
  if (map.payload.sources.some((source) => fileOf(source).startsWith('worker/'))) return undefined;
  return {
    text: readFileSync(path, 'utf8'),
    sourceOf(line, column) {
      const entry = map.findEntry(line - 1, column);
      if (!('originalSource' in entry)) return undefined;
      const file = fileOf(entry.originalSource);
      return /^(src|shared)\//.test(file) ? { file, line: entry.originalLine + 1 } : undefined;
    },
  };
}
