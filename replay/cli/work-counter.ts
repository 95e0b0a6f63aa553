import { readFileSync } from 'node:fs';
import { type Profiler, type Runtime, Session } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CountedCost } from './cost.ts';

type Counted = CountedCost['functions'][number];
type Ran = Profiler.FunctionCoverage;
/** What the types of Node lack of it. */
interface HeapProfile {
  readonly head: Node;
  readonly samples: readonly { readonly nodeId: number }[];
}
interface Node {
  readonly id: number;
  readonly callFrame: Runtime.CallFrame;
  readonly children: readonly Node[];
}

/** Counts calls of functions, turns of their loops, and what they allocate. */
export interface WorkCounter {
  /** Forgets what was counted so far. */
  reset(): void;
  /** Ends the counting. @param isCounted whether the functions of a module count, by its address */
  counts(isCounted: (url: string) => boolean, root: string): readonly Counted[];
}

/** Only the loops of modules that are loaded later are counted. */
export function createWorkCounter(): WorkCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** Functions that ran earlier give those inside them their names. */
  const around = new Map<string, Ran[]>();

  /** Since the last call. */
  function calls(): readonly Profiler.ScriptCoverage[] {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // In one thread the answer comes before `post` returns.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      scripts = result;
    });
    return scripts;
  }

  function allocations(): HeapProfile | undefined {
    let found: HeapProfile | undefined;
    session.post('HeapProfiler.stopSampling', (error, { profile }) => {
      if (error !== null) throw error;
      found = profile as unknown as HeapProfile;
    });
    return found;
  }

  return {
    reset() {
      for (const { url, functions } of calls()) around.set(url, [...(around.get(url) ?? []), ...functions]);
      // Each allocation is a sample; those that the collector has taken since count, too.
      session.post('HeapProfiler.startSampling', {
        samplingInterval: 1,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      });
    },
    counts(isCounted, root) {
      const byPlace = allocationsOf(allocations(), isCounted);
      return calls()
        .filter(({ url }) => url.startsWith('file:') && isCounted(url))
        .flatMap(({ url, functions }) => {
          const path = fileURLToPath(url);
          const lines = linesOf(readFileSync(path, 'utf8'));
          const file = relative(root, path).replaceAll('\\', '/');
          const all = [...(around.get(url) ?? []), ...functions];
          const allocated = new Map<number, number>();
          for (const { line, column, count } of byPlace.get(url) ?? []) {
            const start = innermost(all, lines.offsetOf(line, column));
            allocated.set(start, (allocated.get(start) ?? 0) + count);
          }
          return functions.flatMap((one): readonly Counted[] => {
            const [whole] = one.ranges;
            const objects = allocated.get(whole?.startOffset ?? 0) ?? 0;
            // A module itself runs once, when it is loaded.
            if (whole === undefined || whole.startOffset === 0 || whole.count + objects === 0) return [];
            const line = lines.lineOf(whole.startOffset);
            const name = nameOf(whole, all);
            return [{ file, name, line, calls: whole.count, turns: turnsOf(one), objects }];
          });
        });
    },
  };
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

/** The functions around a place, outermost first. */
function enclosing(all: readonly Ran[], from: number, to: number): readonly (readonly [number, string])[] {
  const names = new Map<number, string>();
  for (const { functionName, ranges } of all) {
    const [range] = ranges;
    if (range === undefined || range.startOffset === 0) continue;
    if (range.startOffset <= from && range.endOffset >= to)
      names.set(range.startOffset, functionName || '=>');
  }
  return [...names].sort(([a], [b]) => a - b);
}

const nameOf = ({ startOffset, endOffset }: Profiler.CoverageRange, all: readonly Ran[]): string =>
  enclosing(all, startOffset, endOffset)
    .map(([, name]) => name)
    .join(' ');

/** Where the innermost function around a place begins; 0 for the module itself. */
const innermost = (all: readonly Ran[], offset: number): number =>
  enclosing(all, offset, offset + 1).at(-1)?.[0] ?? 0;

interface Allocated {
  /** Of the function, from 0. */
  readonly line: number;
  readonly column: number;
  readonly count: number;
}

/** Allocations by module. Those of the platform and of packages are their caller's. */
function allocationsOf(
  profile: HeapProfile | undefined,
  isCounted: (url: string) => boolean,
): ReadonlyMap<string, readonly Allocated[]> {
  const counts = new Map<number, number>();
  for (const { nodeId } of profile?.samples ?? []) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const all = new Map<string, Allocated[]>();
  const walk = ({ callFrame, id, children }: Node, caller: Node['callFrame'] | undefined): void => {
    const { url } = callFrame;
    const isOurs = url.startsWith('file:') && !url.includes('/node_modules/');
    const owner = isOurs ? (isCounted(url) ? callFrame : undefined) : caller;
    const count = counts.get(id) ?? 0;
    if (owner !== undefined && count > 0) {
      const { lineNumber: line, columnNumber: column } = owner;
      all.set(owner.url, [...(all.get(owner.url) ?? []), { line, column, count }]);
    }
    for (const child of children) walk(child, owner);
  };
  if (profile !== undefined) walk(profile.head, undefined);
  return all;
}

/** Lines of a text. Sources run as they are: their types are replaced by spaces. */
function linesOf(text: string) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return {
    /** The line of an offset, from 1. */
    lineOf(offset: number): number {
      const after = starts.findIndex((start) => start > offset);
      return after < 0 ? starts.length : after;
    },
    /** Of a place as V8 has it: line and column from 0. */
    offsetOf: (line: number, column: number): number => (starts[line] ?? 0) + column,
  };
}
