import { parseArgs } from 'node:util';
import { isWirePeriod, WIRE_PERIODS, type WirePeriod } from '../../shared/domain/period.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import { parseIndicator } from '../../shared/indicators/spec.ts';
import type { ImportSource } from './conversion.ts';
import type { CostTask } from './cost/cost-process.ts';
import { UsageError } from './exit.ts';
import { type BranchTask, branchTask } from './tampering.ts';
import {
  type DiffTask,
  isTool,
  type ListTask,
  lookOf,
  numberOf,
  type PictureTask,
  picturesOf,
  portOf,
  TOOL_NAMES,
  type ToolTask,
  toolTask,
  type Values,
  type WriteTask,
} from './tool-arguments.ts';

/** A parsed command line. */
export type Task =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'state' | 'digest' | 'trail';
      readonly file: string;
      readonly untilMs: number | undefined;
    }
  | IndicatorTask
  | CostTask
  | { readonly kind: 'serve'; readonly file: string; readonly port: number; readonly speed: number }
  | ({ readonly kind: 'diff' } & DiffTask)
  | { readonly kind: 'har'; readonly file: string; readonly out: string }
  | ImportTask
  | { readonly kind: 'golden'; readonly file: string; readonly name: string }
  | WriteTask
  | BranchTask
  | ToolTask
  | ListTask
  | PictureTask;

interface ImportTask {
  readonly kind: 'import';
  readonly file: string;
  readonly from: ImportSource;
  readonly out: string;
}

export interface IndicatorTask {
  readonly kind: 'indicators';
  readonly file: string;
  readonly untilMs: number | undefined;
  /** By their texts, e.g. `sma:20`. */
  readonly specs: ReadonlyMap<string, IndicatorSpec>;
  /** All codes if undefined. */
  readonly code: string | undefined;
  /** All periods if undefined. */
  readonly period: WirePeriod | undefined;
}

const OPTIONS = {
  state: { type: 'boolean' },
  digest: { type: 'boolean' },
  trail: { type: 'boolean' },
  until: { type: 'string' },
  indicators: { type: 'string' },
  cost: { type: 'boolean' },
  json: { type: 'boolean' },
  record: { type: 'boolean' },
  code: { type: 'string' },
  period: { type: 'string' },
  serve: { type: 'string' },
  speed: { type: 'string' },
  diff: { type: 'boolean' },
  har: { type: 'string' },
  golden: { type: 'string' },
  test: { type: 'string' },
  change: { type: 'string' },
  drop: { type: 'string' },
  delay: { type: 'string' },
  from: { type: 'string' },
  map: { type: 'string' },
  out: { type: 'string' },
  to: { type: 'string' },
  topic: { type: 'string' },
  kind: { type: 'string' },
  secret: { type: 'string' },
  search: { type: 'string' },
  line: { type: 'string' },
  html: { type: 'string' },
  good: { type: 'string' },
  bad: { type: 'string' },
  at: { type: 'string' },
  port: { type: 'string' },
  screen: { type: 'string' },
  viewport: { type: 'string' },
  theme: { type: 'string' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DIFFED = 2;
const COMMANDS: readonly string[] = ['import', ...TOOL_NAMES];

/** @throws UsageError */
export function taskOf(args: readonly string[]): Task {
  const { values, positionals } = parsed(args);
  if (values.help || args.length === 0) return { kind: 'help' };
  const used = new Set<PropertyKey>();
  const task = wantedTask(
    positionals,
    new Proxy(values, {
      get(all, name) {
        used.add(name);
        return Reflect.get(all, name);
      },
    }),
  );
  const unused = Object.keys(values).find((name) => !used.has(name));
  if (unused !== undefined)
    throw new UsageError(`--${unused} does nothing here: --help says what it goes with.`);
  return task;
}

type Given = ReturnType<typeof parsed>['values'];

function wantedTask(positionals: readonly string[], values: Given): Task {
  const [first, second, ...more] = positionals;
  if (first === 'import') return importOf(second, more, values);
  if (isTool(first)) return toolTask(first, positionals.slice(1), values);
  if (values.diff) return diffOf(positionals, values);
  if (first === undefined) throw new UsageError('Name the recording to read.');
  if (second !== undefined)
    throw new UsageError(isWord(first) ? noCommand(first) : `One recording at a time: what is ${second}?`);
  if (values.serve !== undefined) {
    const port = portOf('--serve', values.serve);
    return { kind: 'serve', file: first, port, speed: speedOf(values.speed) };
  }
  if (values.har !== undefined) return { kind: 'har', file: first, out: values.har };
  if (values.golden !== undefined) return { kind: 'golden', file: first, name: values.golden };
  if (values.test !== undefined)
    return { kind: 'test', file: first, name: values.test, ...picturesOf(values) };
  const branch = branchTask(first, values);
  if (branch !== undefined) return branch;
  const untilMs = values.until === undefined ? undefined : numberOf('--until', values.until);
  if (values.cost) return { ...costOf(values, untilMs), file: first };
  if (values.indicators !== undefined)
    return { kind: 'indicators', file: first, untilMs, ...indicatorsOf(values.indicators, values) };
  const kind = values.state ? 'state' : values.digest ? 'digest' : values.trail ? 'trail' : undefined;
  if (kind === undefined)
    throw new UsageError(
      isWord(first)
        ? noCommand(first)
        : `Say what to do: --state, --digest, --trail, --indicators, --cost, --serve, --har, --test, --golden, --change, --drop or --delay; or ${COMMANDS.join(', ')} before the file.`,
    );
  return { kind, file: first, untilMs };
}

/** A file has an ending, or a folder before it. */
const isWord = (text: string): boolean => /^[a-z-]+$/i.test(text);

function noCommand(name: string): string {
  const near = suggestion(name, COMMANDS);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${name} is no command; there are ${COMMANDS.join(', ')}.${hint}`;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [, name = ''] =
      /^Unknown option '--([\w-]+)/.exec(String(error instanceof Error && error.message)) ?? [];
    const near = name === '' ? undefined : suggestion(name, Object.keys(OPTIONS));
    if (name !== '')
      throw new UsageError(`--${name} is no option.${near === undefined ? '' : ` Did you mean --${near}?`}`);
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function importOf(
  file: string | undefined,
  more: readonly string[],
  { from, map, out }: { from?: string | undefined; map?: string | undefined; out?: string | undefined },
): ImportTask {
  const source = map === undefined ? from : { map };
  const isTwofold = map !== undefined && from !== undefined;
  if (file === undefined || source === undefined || isTwofold || out === undefined || more.length > 0)
    throw new UsageError(
      'Import like this: import FILE --from VENUE --out FILE, or with --map MAP for --from.',
    );
  return { kind: 'import', file, from: source, out };
}

/** So much of a recording shows what a screen does. */
const TAPE_MS = 8_000;

function costOf(values: ReturnType<typeof parsed>['values'], untilMs = TAPE_MS): Omit<CostTask, 'file'> {
  const { screen } = lookOf(values);
  return {
    kind: 'cost',
    isJson: values.json === true,
    isRecorded: values.record === true,
    tape: screen === undefined ? undefined : { screen, untilMs },
  };
}

function indicatorsOf(
  texts: string,
  { code, period }: { code?: string | undefined; period?: string | undefined },
): Pick<IndicatorTask, 'specs' | 'code' | 'period'> {
  if (period !== undefined && !isWirePeriod(period))
    throw new UsageError(`--period wants one of ${WIRE_PERIODS.join(', ')}, not ${period}.`);
  const specs = texts.split(',').map((text) => {
    const spec = parseIndicator(text);
    if (!spec.ok) throw new UsageError(`--indicators: ${spec.error}.`);
    return [text, spec.value] as const;
  });
  return { specs: new Map(specs), code, period };
}

/** Two files, optionally after the recording that both belong to. */
function diffOf(positionals: readonly string[], values: Values): Task {
  const [a, b] = positionals.slice(-DIFFED);
  if (a === undefined || b === undefined || positionals.length > DIFFED + 1)
    throw new UsageError('Compare like this: [RECORDING] --diff A B.');
  const file = positionals.length > DIFFED ? positionals[0] : undefined;
  return { kind: 'diff', file, a, b, html: values.html, look: lookOf(values) };
}

function speedOf(text: string | undefined): number {
  if (text === undefined) return 1;
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const speed = numberOf('--speed', text);
  if (speed === 0) throw new UsageError('--speed wants a factor above zero, or max.');
  return speed;
}

export const HELP = `Reads recordings of the socket (.jsonl, .jsonl.gz, or the .zip of a report).

npm run --silent replay -- FILE --state           prints the state after it as one JSON object
npm run --silent replay -- FILE --digest          prints the state's SHA-256 alone
npm run --silent replay -- FILE --trail           prints a number for the state after each record
npm run --silent replay -- FILE --indicators sma:20,ema:21,bollinger:20:2,rsi:14,macd:12:26:9,atr:14,vwap
                                                  prints their values over the candles after it
  --code CODE, --period 5min                      of this instrument, of this period alone
  --until MS                                      leaves out what came later than MS after the start
npm run --silent replay -- FILE --cost            prints what the engine does while it plays it, as counts
  --json                                          of all functions, as JSON
  --screen /trade?id=1, --until MS                what the page does on that screen, in chromium-headless-shell
  --record                                        writes it beside a recording that is a test
npm run --silent replay -- --diff A B             compares two states, two trails or two recordings
npm run --silent replay -- FILE --diff A B        the same of two trails, shows the record and what it changes
  --html PAGE                                     writes all differing fields as a page, too
npm run --silent replay -- frames FILE            lists the frames: time, topic, seq, what was dropped and why,
                                                  and what differs from the frame before
  --topic TOPICS, --search TEXT, --from, --to     these alone
  --line N                                        the one of this line, whole
  --html PAGE                                     as a page with a search, in place of text
npm run --silent replay -- shots FILE --at marks,1:23.4 --out FOLDER
                                                  pictures of the app at all marks, or at moments
npm run --silent replay -- film FILE --from MOMENT --to MOMENT --speed X --out FILE.webm
                                                  a film of the app, with ffmpeg
  --screen /trade?id=1, --viewport 360x740, --theme dark, --lang de
                                                  in place of what was recorded
npm run --silent replay -- link FILE --at MOMENT  serves the app with it on this machine, and prints links to the
                                                  moment and to all marks
  --port PORT                                     on this port
npm run --silent replay -- bisect FILE --good COMMIT --bad COMMIT
                                                  the first commit with another state after it
npm run --silent replay -- FILE --serve PORT      plays it to any socket client, as the exchange would
  --speed X                                       a factor of the speed, or max
npm run --silent replay -- FILE --har OUT         writes it as a HAR, which browsers' tools open
npm run --silent replay -- import FILE --from VENUE --out FILE
                                                  makes a recording of a HAR or of a venue's capture
  --map MAP                                       in place of --from: of any JSON stream, by a file that
                                                  says where its prices lie
npm run --silent replay -- cut FILE --from MOMENT --to MOMENT --out FILE
                                                  the part between two moments, complete in itself;
                                                  a moment is in ms, or in minutes as 1:23.4
npm run --silent replay -- filter FILE --topic DAY_MARKET,KLINE.* --kind in,out --out FILE
                                                  these topics or kinds of records alone
npm run --silent replay -- merge A B --out FILE   two recordings of the same time as one
npm run --silent replay -- anonymise FILE --out FILE
                                                  another account number, other amounts, the same market
  --secret TEXT                                   changes every file of an account alike
npm run --silent replay -- FILE --test NAME       writes a test of what the app shows at its marks, with what was
                                                  done: tests/e2e/recorded/NAME.test.ts
  --at marks,1:23.4, --screen, --viewport, …      at these moments, on this screen
npm run --silent replay -- FILE --golden NAME     makes it a test of its state: tests/recordings/NAME
npm run --silent replay -- FILE --drop LINE       plays it as it was and without a frame, and prints what
                                                  differs first
  --delay LINE=MS, --change line=LINE,price=X     the same with the frame later, or with another price
  --html PAGE                                     all that differs, and the first picture that does

Status 0: done. 1: invalid command line, unreadable file, or A and B differ.
2: the file is cut off or malformed; what was readable counts.
2 also if nothing of the file is of use for the result: then nothing is written.
3: an import dropped more than a tenth of what it understood; the rest was written.`;

/** The name that was probably meant; undefined if none is near. */
function suggestion(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3))
    ? best.name
    : undefined;
}

/** Number of letters to add, to leave out or to change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
