import type { PageFacts, PageRecord, TappedElement } from '../../shared/bridge/recording.ts';
import { type Fields, isFields, textOf } from '../../shared/json.ts';

/*
 * The format of recordings (docs/recordings.md, "Format"): JSON lines, first a header, then one record a line. The
 * recorder writes it; fold, player, imports and the command line read it. Nothing here knows what a record means.
 */

export const FORMAT = 'socket-recording';
export const VERSION = 1;

/** Where a recording was made; recordings of earlier builds do not say. */
interface Provenance extends Partial<PageFacts> {
  /** Whether it began in the middle, with a head of what was known. */
  readonly resumed?: boolean;
}

export interface RecordingHeader extends Provenance {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ISO 8601. */
  readonly started_at: string;
  /** Version of the app that recorded. */
  readonly app: string;
  /** Of the last minutes on the disk: how many records repeat what was known before. */
  readonly head?: number;
}

/** One input of the engine; `at` is ms since the start. */
export type RecordEntry = { readonly at: number } & RecordBody;

export type RecordBody =
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly code?: number }
  /**
   * A frame from the server, or from the engine. `raw`: the bytes of a market frame in few bytes, base64, whose text this
   * is.
   */
  | { readonly kind: 'in' | 'out'; readonly text: string; readonly raw?: string }
  /** `path` without the host; `body` is the envelope. */
  | {
      readonly kind: 'http';
      readonly path: string;
      readonly query: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  /** A command of the page to the engine. */
  | { readonly kind: 'command'; readonly name: string; readonly args: readonly unknown[] }
  /** What the user did or saw; no input of the engine. */
  | ({ readonly kind: 'page' } & PageRecord);

export const KINDS = [
  'open',
  'close',
  'in',
  'out',
  'http',
  'command',
  'page',
] as const satisfies RecordBody['kind'][];

/** A malformed line or file; the message is shown to the user. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

export function headerLine(
  startedAtMs: number,
  app: string,
  made: Provenance & Pick<RecordingHeader, 'head'> = {},
): string {
  const header: RecordingHeader = {
    format: FORMAT,
    version: VERSION,
    started_at: new Date(startedAtMs).toISOString(),
    app,
    ...made,
  };
  return JSON.stringify(header);
}

/** Whether a text begins as a HAR does, on one line or indented. */
export const isHarStart = (text: string): boolean => /^\uFEFF?\s*\{\s*("log"|$)/.test(text);

/** @throws RecordingError */
export function parseHeader(line: string): RecordingHeader {
  if (isHarStart(line))
    throw new RecordingError(
      'this is a HAR: `import FILE --from har --out RECORDING` makes a recording of it',
    );
  const value = parsed(line);
  const { format, version, started_at, app } = value;
  if (format !== FORMAT) throw new RecordingError('this is no recording: its first line has another format');
  if (version !== VERSION) throw new RecordingError(`version ${String(version)} of the format is not known`);
  if (typeof started_at !== 'string' || !isStart(Date.parse(started_at)))
    throw new RecordingError('started_at is no time, or none from 1970 to 9998');
  return {
    format,
    version,
    started_at,
    app: typeof app === 'string' ? app.slice(0, MAX_HEADER_TEXT) : '',
    ...provenanceOf(value),
  };
}

/** Between them every time of a recording is one that all browsers can show. */
const isStart = (ms: number): boolean => ms >= 0 && ms < Date.UTC(9999, 0);

/** Of a text in the header, which is shown. UTF-16 units. */
const MAX_HEADER_TEXT = 500;

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const TEXTS = ['commit', 'browser', 'language', 'theme', 'time_zone'] as const;

/** The header's facts; a field of another type counts as absent. */
export function provenanceOf(value: Readonly<Record<string, unknown>>): Provenance {
  const { viewport, pixel_ratio, resumed } = value;
  const texts = TEXTS.map((name) => [name, value[name]] as const).filter(
    ([name, text]) =>
      typeof text === 'string' && text.length <= MAX_HEADER_TEXT && (name !== 'time_zone' || isZone(text)),
  );
  return {
    ...Object.fromEntries(texts),
    ...(isSize(viewport) ? { viewport } : {}),
    ...(isWithin(pixel_ratio, MIN_RATIO, MAX_RATIO) ? { pixel_ratio } : {}),
    ...(typeof resumed === 'boolean' ? { resumed } : {}),
  };
}

const isSize = (value: unknown): value is PageFacts['viewport'] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => isWithin(one, 1, MAX_PIXELS));

/** Of a window. A picture in a size that no screen has would take all memory. */
const MAX_PIXELS = 10_000;
const [MIN_RATIO, MAX_RATIO] = [0.1, 10];
const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** @throws RecordingError */
export function parseEntry(line: string): RecordEntry {
  const fields = parsed(line);
  const { at, kind, code, text, raw, path, query, body, name, args } = fields;
  if (typeof at !== 'number' || !Number.isFinite(at) || at < 0) throw new RecordingError('at is no time');
  switch (kind) {
    case 'open':
      return { at, kind };
    case 'close':
      return typeof code === 'number' ? { at, kind, code } : { at, kind };
    case 'in':
    case 'out':
      if (typeof text !== 'string') throw new RecordingError('a frame without its text');
      return typeof raw === 'string' ? { at, kind, text, raw } : { at, kind, text };
    case 'http':
      if (typeof path !== 'string') throw new RecordingError('an answer without its path');
      return { at, kind, path, query: textsOf(query), body };
    case 'command':
      if (typeof name !== 'string') throw new RecordingError('a command without its name');
      return { at, kind, name, args: Array.isArray(args) ? args : [] };
    case 'page':
      return { at, kind, ...parsePageRecord(fields) };
    default:
      throw new RecordingError('a record of no known kind');
  }
}

const ERRORS = ['page', 'screen', 'crash', 'hang'] as const;

/** The fields of a record of kind `page`. @throws RecordingError */
function parsePageRecord(fields: Fields): PageRecord {
  const { event, path, message, place, x, y, element } = fields;
  switch (event) {
    case 'route':
      if (typeof path !== 'string') throw new RecordingError('a route without its path');
      return { event, path };
    case 'tap':
      if (typeof x !== 'number' || typeof y !== 'number') throw new RecordingError('a tap without its place');
      return { event, x, y, element: elementOf(isFields(element) ? element : {}) };
    case 'scroll':
      if (typeof y !== 'number') throw new RecordingError('a scroll without its place');
      return { event, y };
    case 'choice':
      return { event, name: textOf(fields['name']), value: textOf(fields['value']) };
    case 'error': {
      const error = ERRORS.find((one) => one === fields['error']) ?? 'page';
      return { event, error, message: textOf(message), place: textOf(place) };
    }
    case 'console':
      return { event, message: textOf(message) };
    default:
      throw new RecordingError('a record of the page of no known event');
  }
}

function elementOf({ tag, role, type, to, nth }: Fields): TappedElement {
  return {
    tag: textOf(tag),
    ...(typeof role === 'string' ? { role } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof to === 'string' ? { to } : {}),
    nth: typeof nth === 'number' ? nth : 0,
  };
}

/** No recording is longer, in ms: a year. */
const MAX_AT_MS = 366 * 86_400_000;
/** Records within one millisecond: many times what the head of a part has, and what a reader can take at once. */
export const MAX_RECORDS_AT_ONCE = 100_000;

/**
 * Takes the times of the records in their order. @throws RecordingError if one lies before the one before it, beyond a year,
 * or at a moment that has too many of them
 */
export function createTimeOrder(): (at: number) => void {
  let latest = 0;
  let moment = 0;
  let count = 0;
  return (at) => {
    if (at < latest) throw new RecordingError(`the time goes back from ${latest} to ${at} ms`);
    if (at > MAX_AT_MS)
      throw new RecordingError(`the time is ${at} ms: more than a year, the longest that is read`);
    count = Math.floor(at) === moment ? count + 1 : 1;
    if (count > MAX_RECORDS_AT_ONCE)
      throw new RecordingError(
        `more than ${MAX_RECORDS_AT_ONCE.toLocaleString('en')} records at one moment, the most that are read (${moment} ms)`,
      );
    moment = Math.floor(at);
    latest = at;
  };
}

export const entryLine = (entry: RecordEntry): string => JSON.stringify(entry);

function parsed(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RecordingError('the line is cut off or no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordingError('the line is no record');
  return { ...value };
}

function textsOf(query: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  if (typeof query !== 'object' || query === null) return texts;
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value);
  return texts;
}
