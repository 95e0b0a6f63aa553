/** Invalid command line; the message explains why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Makes a recording of others. */
export type ToolTask = CutTask;

interface CutTask {
  readonly kind: 'cut';
  readonly file: string;
  readonly out: string;
  /** From the first record if undefined. */
  readonly fromMs: number | undefined;
  readonly toMs: number;
}

type Values = Readonly<Partial<Record<'from' | 'to' | 'out', string | undefined>>>;
type Tool = ToolTask['kind'];

const TOOLS: Readonly<Record<Tool, (files: readonly string[], values: Values) => ToolTask>> = {
  cut(files, { from, to, out }) {
    const [file] = filesOf(files, 1, 'cut FILE --from MOMENT --to MOMENT --out FILE');
    const fromMs = from === undefined ? undefined : momentOf('--from', from);
    const toMs = to === undefined ? Number.POSITIVE_INFINITY : momentOf('--to', to);
    if (fromMs === undefined && to === undefined)
      throw new UsageError('Say where to cut: --from, --to or both.');
    if (toMs < (fromMs ?? 0)) throw new UsageError('--to lies before --from.');
    return { kind: 'cut', file, out: outOf(out), fromMs, toMs };
  },
};

export const isTool = (name: string | undefined): name is Tool =>
  name !== undefined && Object.hasOwn(TOOLS, name);

/** @throws UsageError */
export const toolTask = (tool: Tool, files: readonly string[], values: Values): ToolTask =>
  TOOLS[tool](files, values);

function filesOf(files: readonly string[], count: 1, usage: string): readonly [string];
function filesOf(files: readonly string[], count: number, usage: string): readonly string[] {
  if (files.length !== count) throw new UsageError(`Like this: ${usage}.`);
  return files;
}

function outOf(out: string | undefined): string {
  if (out === undefined) throw new UsageError('Name the file to write: --out FILE.');
  return out;
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;
const [MINUTE_S, SECOND_MS] = [60, 1_000];

/** Ms since the start, from ms or from a time as the app shows it (1:23, 1:02:03.5). */
function momentOf(name: string, text: string): number {
  const parts = CLOCK.exec(text);
  if (parts === null) return numberOf(name, text);
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const minuteCount = (hours ?? 0) * MINUTE_S + (minutes ?? 0);
  return Math.round((minuteCount * MINUTE_S + (seconds ?? 0)) * SECOND_MS);
}

/** @throws UsageError */
export function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`${name} wants a number that is not below zero, not ${text}.`);
  return value;
}
