import type { CpuProfile, ProfileNode } from './cpu-profile.ts';

/** A function's own time, without the functions that it called: ms of each second of the profile. */
export interface FunctionTime {
  readonly name: string;
  readonly before?: number;
  readonly after: number;
}

/** What no function can change. */
const NO_WORK = new Set(['(idle)', '(program)', '(root)']);

/** The functions by difference, the largest first; by time if there is only one side. */
export function functionsOf(after: CpuProfile, before?: CpuProfile): readonly FunctionTime[] {
  const own = ownTimes(after);
  if (before === undefined)
    return [...own].map(([name, ms]) => ({ name, after: ms })).toSorted((a, b) => b.after - a.after);
  const was = ownTimes(before);
  return [...new Set([...own.keys(), ...was.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? 0, after: own.get(name) ?? 0 }))
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

/** Name and file: a line would differ between two versions of a file. */
export const nameOf = ({ callFrame: { functionName, url } }: ProfileNode): string =>
  `${functionName || '(anonymous)'}${url === '' ? '' : ` ${url}`}`;

function ownTimes(profile: CpuProfile): ReadonlyMap<string, number> {
  const names = new Map(profile.nodes.map((node) => [node.id, nameOf(node)]));
  const times = new Map<string, number>();
  for (const [id, us] of timesOf(profile)) {
    const name = names.get(id) ?? '';
    if (!NO_WORK.has(name)) times.set(name, (times.get(name) ?? 0) + us / secondsOf(profile) / 1_000);
  }
  return times;
}

/** µs of each node itself. A sample lasts until the next one. */
export function timesOf({ samples, timeDeltas }: CpuProfile): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const [at, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[at + 1] ?? 0));
  return times;
}

export const secondsOf = ({ startTime, endTime }: CpuProfile): number =>
  Math.max(1, endTime - startTime) / 1e6;

const SHOWN = 12;

/** A table of what differs most, and of the spans. */
export function functionsText(after: CpuProfile, before?: CpuProfile): string {
  const time = (value: number) => value.toFixed(1).padStart(7);
  const change = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(1)}`.padStart(8);
  const line = ({ name, before: was, after: is }: FunctionTime) =>
    was === undefined
      ? `  ${time(is)}  ${name}`
      : `  ${change(is - was)} ${time(was)} -> ${time(is)}  ${name}`;
  const spans = spansOf(after, before);
  return [
    ...functionsOf(after, before).slice(0, SHOWN).map(line),
    ...(spans.length === 0 ? [] : ['  spans:', ...spans.map(line)]),
  ].join('\n');
}

/** The spans in ms a second, in the order of a tick's way. */
function spansOf(after: CpuProfile, before?: CpuProfile): readonly FunctionTime[] {
  const ms = (profile: CpuProfile, span: string) => (profile.spans?.[span] ?? 0) / secondsOf(profile);
  return Object.keys(after.spans ?? {}).map((name) => ({
    name,
    ...(before?.spans?.[name] === undefined ? {} : { before: ms(before, name) }),
    after: ms(after, name),
  }));
}
