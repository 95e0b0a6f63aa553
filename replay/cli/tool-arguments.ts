import { isAppPath } from '../../shared/app-paths.ts';
import { isLanguage, LANGUAGES } from '../../shared/contract/language.ts';
import { KINDS, type RecordEntry } from '../format/format.ts';
import { UsageError } from './exit.ts';

/** Makes a recording of others. */
export type ToolTask = CutTask | FilterTask | MergeTask | AnonymiseTask;
export type ListTask = FramesTask | BisectTask;
/** Shows a recording in the app. */
export type PictureTask = ShotsTask | FilmTask | LinkTask;

interface Files {
  readonly file: string;
  readonly out: string;
}

interface CutTask extends Files {
  readonly kind: 'cut';
  /** From the first record if undefined. */
  readonly fromMs: number | undefined;
  readonly toMs: number;
}

interface FilterTask extends Files, Wanted {
  readonly kind: 'filter';
}

interface MergeTask extends Files {
  readonly kind: 'merge';
  readonly other: string;
}

interface AnonymiseTask extends Files {
  readonly kind: 'anonymise';
  /** A random one if undefined. */
  readonly secret: string | undefined;
}

/** Records to keep. */
export interface Wanted {
  /** Topics; a name that ends in `*` stands for all that begin with it. Undefined: all. */
  readonly topics: readonly string[] | undefined;
  /** Kinds of records. Undefined: all. */
  readonly kinds: readonly RecordEntry['kind'][] | undefined;
}

export interface DiffTask {
  /** The recording that two trails belong to. */
  readonly file: string | undefined;
  readonly a: string;
  readonly b: string;
  /** Where a page with all differences is written. */
  readonly html: string | undefined;
  /** Of the app in the page's pictures. */
  readonly look: Look;
}

/** Lists the frames of a recording. */
export interface FramesTask {
  readonly kind: 'frames';
  readonly file: string;
  readonly fromMs: number | undefined;
  readonly toMs: number;
  readonly topics: readonly string[] | undefined;
  /** The one of this line alone, whole. */
  readonly line: number | undefined;
  /** Text that a row, or its frame, contains. */
  readonly search: string | undefined;
  /** Where the page is written; undefined: a table of text on standard output. */
  readonly html: string | undefined;
}

/** Finds the first commit whose state after a recording differs from that of a good one. */
export interface BisectTask {
  readonly kind: 'bisect';
  readonly file: string;
  readonly good: string;
  readonly bad: string;
}

/** Takes pictures of the app at moments of a recording. */
export interface ShotsTask extends Files {
  readonly kind: 'shots';
  /** Ms since the start; `out` is a folder. */
  readonly atMs: readonly number[];
  /** Also at every mark. */
  readonly withMarks: boolean;
  readonly look: Look;
}

/** Writes a test of what the app shows at moments. */
export interface WriteTask {
  readonly kind: 'test';
  readonly file: string;
  readonly name: string;
  readonly atMs: readonly number[];
  readonly withMarks: boolean;
  readonly look: Look;
}

/** Prints links to moments of a recording in the app. */
export interface LinkTask {
  readonly kind: 'link';
  readonly file: string;
  /** Ms since the start. */
  readonly atMs: number;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Films the app while it plays a recording. */
export interface FilmTask extends Files {
  readonly kind: 'film';
  readonly fromMs: number | undefined;
  readonly toMs: number;
  /** One of the player's speeds. */
  readonly speed: string;
  readonly look: Look;
}

/** How the app is shown; what is undefined is taken from the recording's header, else as on a phone. */
export interface Look {
  /** The app's path, for example `/trade?id=1`; if none was recorded, home. */
  readonly screen: string | undefined;
  readonly viewport: readonly [width: number, height: number] | undefined;
  readonly theme: string | undefined;
  readonly language: string | undefined;
}

type Option =
  | 'from'
  | 'to'
  | 'out'
  | 'topic'
  | 'kind'
  | 'secret'
  | 'search'
  | 'line'
  | 'html'
  | 'good'
  | 'bad'
  | 'at'
  | 'port'
  | 'speed'
  | 'screen'
  | 'viewport'
  | 'theme'
  | 'lang'
  | 'change'
  | 'drop'
  | 'delay';
export type Values = Readonly<Partial<Record<Option, string | undefined>>>;
type Task = ToolTask | ListTask | PictureTask;
type Tool = Task['kind'];

const TOOLS: Readonly<Record<Tool, (files: readonly string[], values: Values) => Task>> = {
  cut(files, { from, to, out }) {
    const [file] = filesOf(files, 1, 'cut FILE --from MOMENT --to MOMENT --out FILE');
    const { fromMs, toMs } = spanOf(from, to);
    if (fromMs === undefined && to === undefined)
      throw new UsageError('Say where to cut: --from, --to or both.');
    return { kind: 'cut', file, out: outOf(out), fromMs, toMs };
  },
  filter(files, { topic, kind, out }) {
    const [file] = filesOf(files, 1, 'filter FILE --topic TOPICS --kind KINDS --out FILE');
    if (topic === undefined && kind === undefined)
      throw new UsageError('Say what to keep: --topic, --kind or both.');
    return {
      kind: 'filter',
      file,
      out: outOf(out),
      topics: topic?.split(','),
      kinds: kind?.split(',').map(kindOf),
    };
  },
  merge(files, { out }) {
    const [file, other] = filesOf(files, 2, 'merge A B --out FILE');
    return { kind: 'merge', file, other, out: outOf(out) };
  },
  anonymise(files, { secret, out }) {
    const [file] = filesOf(files, 1, 'anonymise FILE --out FILE');
    return { kind: 'anonymise', file, out: outOf(out), secret };
  },
  frames(files, { from, to, topic, search, line, html }) {
    const [file] = filesOf(files, 1, 'frames FILE --topic TOPICS --search TEXT --line N --html PAGE');
    return {
      kind: 'frames',
      file,
      ...spanOf(from, to),
      topics: topic?.split(','),
      search,
      line: line === undefined ? undefined : numberOf('--line', line),
      html,
    };
  },
  bisect(files, { good, bad = 'HEAD' }) {
    const [file] = filesOf(files, 1, 'bisect FILE --good COMMIT --bad COMMIT');
    if (good === undefined) throw new UsageError('Name a commit with the right state: --good COMMIT.');
    return { kind: 'bisect', file, good, bad };
  },
  shots(files, values) {
    const [file] = filesOf(files, 1, 'shots FILE --at marks|MOMENT,… --out FOLDER');
    return { kind: 'shots', file, out: outOf(values.out), ...picturesOf(values) };
  },
  film(files, values) {
    const [file] = filesOf(files, 1, 'film FILE --from MOMENT --to MOMENT --speed X --out FILE.webm');
    const { from, to, speed, out } = values;
    if (out?.endsWith('.webm') !== true) throw new UsageError('Name the film to write: --out FILE.webm.');
    const span = spanOf(from, to);
    return { kind: 'film', file, out, ...span, speed: filmSpeed(speed), look: lookOf(values) };
  },
  link(files, { at = '0', port = '0' }) {
    const [file] = filesOf(files, 1, 'link FILE --at MOMENT');
    return { kind: 'link', file, atMs: momentOf('--at', at), port: portOf('--port', port) };
  },
};

export const TOOL_NAMES: readonly string[] = Object.keys(TOOLS);

/** Moments, and how the app is shown at them. @throws UsageError */
export function picturesOf(values: Values): Pick<ShotsTask, 'atMs' | 'withMarks' | 'look'> {
  const moments = (values.at ?? 'marks').split(',');
  return {
    atMs: moments.filter((one) => one !== 'marks').map((one) => momentOf('--at', one)),
    withMarks: moments.includes('marks'),
    look: lookOf(values),
  };
}

const MAX_PORT = 65_535;

/** @throws UsageError */
export function portOf(name: string, text: string): number {
  const port = numberOf(name, text);
  if (!Number.isInteger(port) || port > MAX_PORT)
    throw new UsageError(`${name} wants a port from 0 to ${MAX_PORT}.`);
  return port;
}

/** As the app's player has them. */
const SPEEDS: readonly string[] = ['0.25', '0.5', '1', '2', '5', '10', '25', '100'];

function filmSpeed(speed = '1'): string {
  if (!SPEEDS.includes(speed))
    throw new UsageError(`--speed wants one of ${SPEEDS.join(', ')}, not ${speed}.`);
  return speed;
}

const SIZE = /^(\d{2,4})x(\d{2,4})$/;
const THEMES: readonly string[] = ['dark', 'light'];

/** @throws UsageError */
export function lookOf({ screen, viewport, theme, lang }: Values): Look {
  if (screen !== undefined && !isAppPath(screen.replace(/[?#].*$/, '')))
    throw new UsageError(`--screen wants a path of the app such as /trade?id=1, not ${screen}.`);
  const [, width, height] = SIZE.exec(viewport ?? '') ?? [];
  if (viewport !== undefined && width === undefined)
    throw new UsageError(`--viewport wants a size such as 360x740, not ${viewport}.`);
  if (theme !== undefined && !THEMES.includes(theme))
    throw new UsageError(`--theme wants ${THEMES.join(' or ')}, not ${theme}.`);
  if (lang !== undefined && !isLanguage(lang))
    throw new UsageError(`--lang wants one of ${LANGUAGES.join(', ')}, not ${lang}.`);
  return {
    screen,
    viewport: width === undefined ? undefined : [Number(width), Number(height)],
    theme,
    language: lang,
  };
}

export const isTool = (name: string | undefined): name is Tool =>
  name !== undefined && Object.hasOwn(TOOLS, name);

/** @throws UsageError */
export const toolTask = (tool: Tool, files: readonly string[], values: Values): Task =>
  TOOLS[tool](files, values);

function filesOf(files: readonly string[], count: 1, usage: string): readonly [string];
function filesOf(files: readonly string[], count: 2, usage: string): readonly [string, string];
function filesOf(files: readonly string[], count: number, usage: string): readonly string[] {
  if (files.length !== count) throw new UsageError(`Like this: ${usage}.`);
  return files;
}

function kindOf(text: string): RecordEntry['kind'] {
  const kind = KINDS.find((one) => one === text);
  if (kind === undefined) throw new UsageError(`--kind wants some of ${KINDS.join(', ')}, not ${text}.`);
  return kind;
}

function spanOf(from: string | undefined, to: string | undefined) {
  const fromMs = from === undefined ? undefined : momentOf('--from', from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : momentOf('--to', to);
  if (toMs < (fromMs ?? 0)) throw new UsageError('--to lies before --from.');
  return { fromMs, toMs };
}

function outOf(out: string | undefined): string {
  if (out === undefined) throw new UsageError('Name the file to write: --out FILE.');
  return out;
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;
const [MINUTE_S, SECOND_MS] = [60, 1_000];

/** Ms since the start, from ms or from a time as the app shows it (1:23, 1:02:03.5). */
export function momentOf(name: string, text: string): number {
  const parts = CLOCK.exec(text);
  if (parts === null) return numberOf(name, text);
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const minuteCount = (hours ?? 0) * MINUTE_S + (minutes ?? 0);
  return Math.round((minuteCount * MINUTE_S + (seconds ?? 0)) * SECOND_MS);
}

/** `12:04.573`, as the player shows it and as `--from` takes it. */
export function clockText(atMs: number): string {
  const ms = Math.round(atMs);
  const minuteMs = MINUTE_S * SECOND_MS;
  const seconds = ((ms % minuteMs) / SECOND_MS).toFixed(3).padStart('00.000'.length, '0');
  return `${Math.floor(ms / minuteMs)}:${seconds}`;
}

/** @throws UsageError */
export function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`${name} wants a number that is not below zero, not ${text}.`);
  return value;
}
