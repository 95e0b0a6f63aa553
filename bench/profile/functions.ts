interface CallFrame {
  readonly functionName: string;
  /** '0': a function of the platform. */
  readonly scriptId?: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The developer tools' format. Times in µs; lines from 0. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly endTime: number;
  /** Ids of nodes, one a sample. */
  readonly samples: readonly number[];
  /** Time since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** The same of what was allocated and is still held. */
export interface HeapProfile {
  readonly head: HeapNode;
}

interface HeapNode {
  readonly callFrame: CallFrame;
  /** Bytes. */
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

export type Profile = CpuProfile | HeapProfile;

/** What a function itself takes or holds, without the functions that it called. */
interface Own {
  readonly name: string;
  readonly before?: number;
  readonly after: number;
}

/** What no function can change. */
const NO_WORK = new Set(['(idle)', '(program)', '(root)']);

/** Both versions are measured beside the same peers, in the same scenes. */
const OF_THE_BENCH = / bench\//;

/** The functions by difference, the largest first; by their own numbers if there is only one side. */
export function functionsOf(after: Profile, before?: Profile): readonly Own[] {
  const own = ownOf(after);
  if (before === undefined)
    return [...own].map(([name, is]) => ({ name, after: is })).toSorted((a, b) => b.after - a.after);
  const was = ownOf(before);
  return [...new Set([...own.keys(), ...was.keys()])]
    .filter((name) => !OF_THE_BENCH.test(name))
    .map((name) => ({ name, before: was.get(name) ?? 0, after: own.get(name) ?? 0 }))
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

/** By name and file, since a line would differ between two versions of a file: ms of each second, or kB. */
function ownOf(profile: Profile): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  const add = ({ functionName, url }: CallFrame, amount: number) => {
    const name = `${functionName || '(anonymous)'}${url === '' ? '' : ` ${url}`}`;
    if (!NO_WORK.has(name)) all.set(name, (all.get(name) ?? 0) + amount);
  };
  if ('head' in profile) {
    // What `Array.from` allocates is held by who called it.
    const walk = ({ callFrame, selfSize, children }: HeapNode, caller: CallFrame) => {
      const frame = callFrame.scriptId === '0' ? caller : callFrame;
      add(frame, selfSize / 1_024);
      for (const child of children) walk(child, frame);
    };
    walk(profile.head, profile.head.callFrame);
    return all;
  }
  const { nodes, samples, timeDeltas, startTime, endTime } = profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  // A sample lasts until the next one.
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame) add(frame, ((timeDeltas[at + 1] ?? 0) * 1_000) / Math.max(1, endTime - startTime));
  }
  return all;
}

/** kB that are held, without those of functions whose file `isLeftOut`, nor of what these called, nor of the platform alone. */
export function heldKb({ head }: HeapProfile, isLeftOut: (file: string) => boolean): number {
  const bytesOf = ({ callFrame, selfSize, children }: HeapNode, isOurs: boolean): number => {
    if (isLeftOut(callFrame.url)) return 0;
    const counts = isOurs || callFrame.url !== '';
    return children.reduce((sum, child) => sum + bytesOf(child, counts), counts ? selfSize : 0);
  };
  return bytesOf(head, false) / 1_024;
}

const SHOWN = 12;

/** A table of what differs most. */
export function functionsText(after: Profile, before?: Profile): string {
  const amount = (value: number) => value.toFixed(1).padStart(7);
  const change = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(1)}`.padStart(8);
  return functionsOf(after, before)
    .slice(0, SHOWN)
    .map(({ name, before: was, after: is }) =>
      was === undefined
        ? `  ${amount(is)}  ${name}`
        : `  ${change(is - was)} ${amount(was)} -> ${amount(is)}  ${name}`,
    )
    .join('\n');
}
