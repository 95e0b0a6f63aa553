import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CountedCost } from './cost.ts';

type Counted = CountedCost['functions'][number];
type Ran = Profiler.FunctionCoverage;
/** As the inspector of Node and that of a browser have it. */
export type ScriptCoverage = Profiler.ScriptCoverage;

/** Counts the calls of functions, and the turns of their loops. */
export interface CallCounter {
  /** Forgets what was counted so far. */
  reset(): void;
  /** @param isCounted whether the functions of a module count, by its address */
  counts(isCounted: (url: string) => boolean, root: string): readonly Counted[];
}

/** Only the loops of modules that are loaded later are counted. */
export function createCallCounter(): CallCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** Functions that ran earlier give those inside them their names. */
  const around = new Map<string, Ran[]>();

  /** Since the last call. */
  function taken(): readonly ScriptCoverage[] {
    let scripts: readonly ScriptCoverage[] = [];
    // In one thread the answer comes before `post` returns.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      scripts = result;
    });
    return scripts;
  }

  return {
    reset() {
      for (const { url, functions } of taken()) around.set(url, [...(around.get(url) ?? []), ...functions]);
    },
    counts(isCounted, root) {
      return taken()
        .filter(({ url }) => url.startsWith('file:') && isCounted(url))
        .flatMap(({ url, functions }) => {
          const path = fileURLToPath(url);
          const placeOf = placesOf(readFileSync(path, 'utf8'));
          const file = relative(root, path).replaceAll('\\', '/');
          return rowsOf(functions, around.get(url) ?? [], (offset) => ({ file, line: placeOf(offset).line }));
        });
    },
  };
}

/**
 * The functions of a script that ran.
 * @param around those that ran earlier, which give the functions inside them their names
 * @param sourceOf file and line of an offset in the script; a function that has none is left out
 */
export function rowsOf(
  functions: readonly Ran[],
  around: readonly Ran[],
  sourceOf: (offset: number) => Pick<Counted, 'file' | 'line'> | undefined,
): readonly Counted[] {
  const all = [...around, ...functions];
  return functions.flatMap((one): readonly Counted[] => {
    const [whole] = one.ranges;
    // A module itself runs once, when it is loaded.
    if (whole === undefined || whole.count === 0 || whole.startOffset === 0) return [];
    const source = sourceOf(whole.startOffset);
    if (source === undefined) return [];
    return [{ ...source, name: nameOf(whole, all), calls: whole.count, turns: turnsOf(one) }];
  });
}

/** A block that ran more often than the one around it is the body of a loop. */
function turnsOf({ ranges }: Ran): number {
  const open: Profiler.CoverageRange[] = [];
  let turns = 0;
  // Outer ranges come before the ranges inside them.
  for (const range of ranges) {
    while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= range.startOffset) open.pop();
    if (range.count > (open.at(-1)?.count ?? range.count)) turns += range.count;
    open.push(range);
  }
  return turns;
}

/** With the names of the functions around it, outermost first. */
function nameOf({ startOffset, endOffset }: Profiler.CoverageRange, all: readonly Ran[]): string {
  const names = new Map<number, string>();
  for (const { functionName, ranges } of all) {
    const [range] = ranges;
    if (range === undefined || range.startOffset === 0) continue;
    if (range.startOffset <= startOffset && range.endOffset >= endOffset)
      names.set(range.startOffset, functionName || '=>');
  }
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name)
    .join(' ');
}

/** Line and column of an offset, the line from 1. Sources run as they are: their types are replaced by spaces. */
export function placesOf(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    const line = after < 0 ? starts.length : after;
    return { line, column: offset - (starts[line - 1] ?? 0) };
  };
}
