/*
 * What a recording costs, in counted work: what the engine calls, receives, sends and tells the page while it plays the
 * recording on virtual time. Counts have no noise. `counted-play.ts` counts them, in a process of its own; here they are
 * recorded and compared.
 */

/** Messages, and their bytes. */
export type Traffic = readonly [messages: number, bytes: number];

/** A function that ran: how often it was called, and how often its loops turned. */
interface FunctionCount {
  readonly file: string;
  /** With the names of the functions around it. */
  readonly name: string;
  readonly calls: number;
  readonly turns: number;
}

/** What the page plays. */
export interface Tape {
  /** The app's path. */
  readonly screen: string;
  readonly untilMs: number;
}

interface PlayedTape extends Tape {
  /** Major version of the Chromium that played it, and its fonts: others may restyle and lay out otherwise. */
  readonly browser: string;
}

export interface Cost<F extends FunctionCount = FunctionCount> {
  /** Of the engine. */
  readonly traffic?: Readonly<Record<string, Traffic>>;
  /** Of the page: what was played, and what else is counted. */
  readonly tape?: PlayedTape | undefined;
  readonly counters?: Readonly<Record<string, number>> | undefined;
  readonly functions: readonly F[];
}

/** With the line where the function begins; no part of a record, so that moved lines are no change. */
export type CountedCost = Cost<FunctionCount & { readonly line: number }>;

type Row = readonly [file: string, name: string, calls: number, turns: number];

interface CostRecord extends Omit<Cost, 'functions'> {
  readonly functions: readonly Row[];
}

/** What is counted of a function, and what a difference calls it. */
const WORK = [
  ['calls', 'calls'],
  ['turns', 'turns of loops'],
] as const;

const rowOf = ({ file, name, calls, turns }: FunctionCount): Row => [file, name, calls, turns];
const textOfRow = (row: Row): string => JSON.stringify(row);

/** A line for each count, so that a changed one is a changed line. */
export function recordOf({ traffic, tape, counters, functions }: Cost): string {
  const named = (counts: object) =>
    Object.entries(counts).map(([name, of]) => `  ${JSON.stringify(name)}: ${JSON.stringify(of)}`);
  const rows = functions.map((one) => `  ${textOfRow(rowOf(one))}`).sort();
  const parts = [
    ...Object.entries({ tape, traffic, counters }).flatMap(([part, of]) =>
      of === undefined ? [] : [[part, '{', named(of), '}'] as const],
    ),
    ['functions', '[', rows, ']'],
  ] as const;
  return `{\n${parts.map(([part, open, lines, close]) => ` "${part}": ${open}\n${lines.join(',\n')}\n ${close}`).join(',\n')}\n}\n`;
}

/** @param text as `recordOf` wrote it */
export function costOf(text: string): Cost {
  const { functions, ...others }: CostRecord = JSON.parse(text);
  return {
    ...others,
    functions: functions.map(([file, name, calls, turns]) => ({ file, name, calls, turns })),
  };
}

/** A line for each count that differs, the largest difference first. What was only renamed or moved is no difference. */
export function costDifferences(before: Cost, now: CountedCost): readonly string[] {
  const traffic = Object.keys({ ...before.traffic, ...now.traffic }).flatMap((kind) => {
    const [was, is] = [before.traffic?.[kind] ?? [0, 0], now.traffic?.[kind] ?? [0, 0]];
    const parts = [differing(was[0], is[0], 'messages'), differing(was[1], is[1], 'bytes')];
    return parts.some((part) => part !== '') ? [`${kind}: ${joined(parts)}`] : [];
  });
  const counters = Object.keys({ ...before.counters, ...now.counters }).flatMap((name) => {
    const part = differing(before.counters?.[name] ?? 0, now.counters?.[name] ?? 0, '');
    return part === '' ? [] : [`${name}: ${part.trimEnd()}`];
  });
  const functions = pairs(before.functions, now.functions)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .map(({ was, is }) => {
      const place = is === undefined ? was?.file : `${is.file}:${is.line}`;
      const name = (is ?? was)?.name;
      const parts = WORK.map(([of, what]) => differing(was?.[of] ?? 0, is?.[of] ?? 0, what));
      return `${name} ${place}: ${joined(parts)}`;
    });
  return [...traffic, ...counters, ...functions];
}

const differing = (was: number, is: number, what: string): string =>
  was === is ? '' : `${was} -> ${is} ${what}`;
const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

interface Pair {
  readonly was?: FunctionCount | undefined;
  readonly is?: CountedCost['functions'][number] | undefined;
}

const weightOf = ({ was, is }: Pair): number =>
  WORK.reduce((sum, [of]) => sum + Math.abs((is?.[of] ?? 0) - (was?.[of] ?? 0)), 0);

/** The functions whose counts differ: paired by place and name, and left out where another one has the same counts. */
function pairs(before: readonly FunctionCount[], now: CountedCost['functions']): readonly Pair[] {
  const same = matched(before, now, (one) => textOfRow(rowOf(one)));
  const named = matched(same.gone, same.added, ({ file, name }) => `${file} ${name}`);
  const moved = matched(named.gone, named.added, ({ calls, turns }) => `${calls} ${turns}`);
  return [...named.pairs, ...moved.gone.map((was) => ({ was })), ...moved.added.map((is) => ({ is }))];
}

/** Pairs those of the same key, each once. */
function matched<A, B extends A>(before: readonly A[], now: readonly B[], keyOf: (one: A) => string) {
  const waiting = new Map<string, A[]>();
  for (const was of before) waiting.set(keyOf(was), [...(waiting.get(keyOf(was)) ?? []), was]);
  const paired: { readonly was: A; readonly is: B }[] = [];
  const added: B[] = [];
  for (const counted of now) {
    const was = waiting.get(keyOf(counted))?.shift();
    if (was === undefined) added.push(counted);
    else paired.push({ was, is: counted });
  }
  return { pairs: paired, gone: [...waiting.values()].flat(), added };
}

const SHOWN = 25;

/** The totals, and the functions that do most. */
export function costText({ traffic = {}, counters = {}, functions }: CountedCost): string {
  const workOf = (one: FunctionCount) => WORK.reduce((sum, [of]) => sum + one[of], 0);
  const total = (of: (typeof WORK)[number][0]) => functions.reduce((sum, one) => sum + one[of], 0);
  const line = (cells: readonly (string | number)[], name: string) =>
    `${cells.map((cell) => String(cell).padStart(9)).join(' ')}  ${name}`.trimEnd();
  const messages = Object.entries(traffic).map(([kind, [count, bytes]]) => line([count, bytes], kind));
  return [
    ...(messages.length === 0 ? [] : [line(['messages', 'bytes'], ''), ...messages]),
    ...Object.entries(counters).map(([name, of]) => line([of], name)),
    line(['calls', 'loops'], 'function'),
    line([total('calls'), total('turns')], `all ${functions.length}`),
    ...functions
      .toSorted((a, b) => workOf(b) - workOf(a))
      .slice(0, SHOWN)
      .map((one) => line([one.calls, one.turns], `${one.name} ${one.file}:${one.line}`)),
  ].join('\n');
}
