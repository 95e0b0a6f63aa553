import { fieldsOf, parseJson } from '../../shared/json.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import { type RecordEntry, RecordingError } from '../format/format.ts';
import { tailOf } from '../play/served-session.ts';
import { openRecording } from './entries.ts';
import { UsageError } from './exit.ts';
import { topicOf } from './filter.ts';
import { CANDLE, MARKET, ROW } from './list-frames.ts';
import type { Line } from './played-engine.ts';
import { type Look, lookOf, momentOf, numberOf, type Values } from './tool-arguments.ts';

/** Compares a recording with what would have been, had one frame not come as it did. */
export interface BranchTask {
  readonly kind: 'branch';
  readonly file: string;
  readonly frame: WantedFrame;
  readonly tampering: Tampering;
  /** Where a page with all that differs and a picture is written. */
  readonly html: string | undefined;
  readonly look: Look;
}

/** By its line; or the first one from a moment on of a topic, with this number or with a row of this instrument. */
interface WantedFrame {
  readonly line: number | undefined;
  readonly seq: number | undefined;
  readonly topic: string;
  readonly code: string | undefined;
  readonly fromMs: number;
}

/** What becomes of the frame. */
type Tampering =
  | { readonly kind: 'drop' }
  /** The frames behind it wait for it, as on every socket. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Values by the names of fields, of the row of the wanted instrument. */
  | { readonly kind: 'change'; readonly fields: ReadonlyMap<string, number> };

/** @returns undefined if no frame is to be changed. @throws UsageError */
export function branchTask(file: string, values: Values): BranchTask | undefined {
  const { drop, delay, change } = values;
  const given = [drop, delay, change].filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  const { at = '0', html } = values;
  if (given.length > 1) throw new UsageError('One of --drop, --delay and --change.');
  const [, delayed, ms] = /^(.*)=([^=]*)$/.exec(delay ?? '') ?? [];
  if (delay !== undefined && (delayed === undefined || ms === undefined))
    throw new UsageError('--delay wants a line and ms: --delay 164=800.');
  const option = change !== undefined ? '--change' : delay !== undefined ? '--delay' : '--drop';
  const parts = partsOf(option, change ?? delayed ?? drop ?? '');
  const { line, seq, topic, code, ...fields } = Object.fromEntries(parts);
  const number = (name: string, text: string | undefined) =>
    text === undefined ? undefined : numberOf(`${option} ${name}`, text);
  const tampering: Tampering =
    change !== undefined
      ? { kind: 'change', fields: changesOf(fields) }
      : delay !== undefined
        ? { kind: 'delay', ms: numberOf('--delay', ms ?? '') }
        : { kind: 'drop' };
  return {
    kind: 'branch',
    file,
    frame: {
      line: number('line', line),
      seq: number('seq', seq),
      topic: topic ?? MARKET,
      code,
      fromMs: momentOf('--at', at),
    },
    tampering,
    html,
    look: lookOf(values),
  };
}

/** `164`, a line, or names and values. */
function partsOf(option: string, text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(',').map((part) => {
    const [, name, value] = /^([A-Za-z]+)=(.+)$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    if (/^\d+$/.test(part)) return ['line', part];
    throw new UsageError(
      `${option} wants a line, as frames lists them, or seq=57 and the like, not ${part}.`,
    );
  });
}

function changesOf(fields: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  for (const [name, text] of Object.entries(fields)) {
    const known = name === 'price' ? 'Close' : NAMES.find((one) => one.toLowerCase() === name.toLowerCase());
    if (known === undefined)
      throw new UsageError(`--change knows price, ${NAMES.join(', ')}, and not ${name}.`);
    changes.set(known, numberOf(`--change ${name}`, text));
  }
  if (changes.size === 0) throw new UsageError('Say what to change: --change line=164,price=1.085.');
  return changes;
}

const NAMES: readonly string[] = [...new Set([...ROW, ...CANDLE])];

/** A frame that was found, and what is put in its place. */
export interface Target {
  readonly line: number;
  readonly entry: Extract<RecordEntry, { kind: 'in' | 'out' }>;
  readonly topic: string;
  readonly seq: number;
  /** The frame's end, from the comma behind its number; as it was, and as it is delivered. */
  readonly rest: string;
  readonly changed: string;
  /** What was done to it, in words. */
  readonly what: string;
}

/** @throws UsageError, RecordingError if there is no such frame */
export async function findTarget({ file, frame, tampering }: BranchTask): Promise<Target> {
  const fold = createFold();
  const { entries, failure } = await openRecording(file);
  for await (const { line, entry } of entries) {
    fold.take(entry);
    if (!isWanted(frame, line, entry, fold)) continue;
    const topic = entry.kind === 'in' ? topicOf(entry) : undefined;
    if (entry.kind !== 'in' || topic === undefined || !entry.text.includes('"data":'))
      throw new UsageError(`${file}, line ${line} is no frame with data: frames lists those.`);
    const rest = tailOf(entry.text).text;
    const seq = Number(fieldsOf(parseJson(entry.text))['seq']);
    if (tampering.kind !== 'change') {
      const what = tampering.kind === 'drop' ? 'lost' : `${tampering.ms} ms later`;
      return { line, entry, topic, seq, rest, changed: rest, what };
    }
    const { changed, what } = changedFrame(entry.text, topic, frame.code, tampering.fields, fold);
    return { line, entry, topic, seq, rest, changed, what };
  }
  const damage = failure();
  const lack = `${file}: it has no such frame`;
  throw new RecordingError(damage === undefined ? lack : `line ${damage.line}: ${damage.reason}; ${lack}`);
}

function isWanted(wanted: WantedFrame, line: number, entry: RecordEntry, fold: Fold): boolean {
  if (wanted.line !== undefined) return wanted.line === line;
  if (entry.kind !== 'in' || entry.at < wanted.fromMs || topicOf(entry) !== wanted.topic) return false;
  const { seq, data } = fieldsOf(parseJson(entry.text));
  if (wanted.seq !== undefined) return wanted.seq === seq;
  return wanted.code === undefined || wanted.topic !== MARKET || rowOf(data, wanted.code, fold) !== undefined;
}

type Row = (number | undefined)[];

/** The row of an instrument in a market frame; of none named, the only one. */
function rowOf(data: unknown, code: string | undefined, { instruments }: Fold): Row | undefined {
  const rows = Array.isArray(data) ? data.filter(Array.isArray) : [];
  if (code === undefined) return rows.length === 1 ? rows[0] : undefined;
  return rows.find(([id]) => instruments.get(id)?.['Code'] === code);
}

/** @throws UsageError if the frame has no such row or field */
function changedFrame(
  text: string,
  topic: string,
  code: string | undefined,
  fields: ReadonlyMap<string, number>,
  fold: Fold,
): Pick<Target, 'changed' | 'what'> {
  const frame = fieldsOf(parseJson(text));
  const isMarket = topic === MARKET;
  const row = isMarket
    ? rowOf(frame['data'], code, fold)
    : Array.isArray(frame['data']) && topic.startsWith('KLINE.')
      ? (frame['data'] as Row)
      : undefined;
  if (row === undefined)
    throw new UsageError(
      code === undefined
        ? `The frame of ${topic} has more than one row, or none of prices: name the instrument, code=EURUSD.`
        : `The frame of ${topic} has no row of ${code}.`,
    );
  const names: readonly string[] = isMarket ? ROW : CANDLE;
  const what = [...fields].map(([name, value]) => {
    const at = names.indexOf(name);
    if (at < 0) throw new UsageError(`A frame of ${topic} has ${names.join(', ')}, and no ${name}.`);
    const place = isMarket ? at + 1 : at;
    const was = row[place];
    row[place] = value;
    return `${name} ${was ?? 'absent'} → ${value}`;
  });
  return { changed: tailOf(JSON.stringify(frame)).text, what: [code ?? '', ...what].join(' ').trim() };
}

/** What the tampering does to the engine's line. `onMet`: the frame came, which one that nobody subscribed to does not. */
export const lineOf =
  ({ topic, rest, changed }: Target, tampering: Tampering, onMet: () => void): Line =>
  (after) => {
    const beginning = `{"topic":"${topic}"`;
    let waiting: (() => void)[] | undefined;
    return (text, deliver) => {
      const isTarget = text.startsWith(beginning) && text.endsWith(rest);
      if (isTarget) onMet();
      if (isTarget && tampering.kind === 'drop') return;
      const frame = isTarget ? text.slice(0, -rest.length) + changed : text;
      if (isTarget && tampering.kind === 'delay') {
        waiting = [];
        after(tampering.ms, () => {
          const late = waiting ?? [];
          waiting = undefined;
          for (const one of late) one();
        });
      }
      if (waiting === undefined) deliver(frame);
      else waiting.push(() => deliver(frame));
    };
  };

/** The recording as it would have been, for pictures of the app. */
export async function* otherEntries(
  entries: AsyncIterable<{ readonly line: number; readonly entry: RecordEntry }>,
  target: Target,
  tampering: Tampering,
): AsyncGenerator<RecordEntry> {
  const { line: wanted, topic, rest, changed } = target;
  const numbered = new RegExp(
    `^(\\{"topic":${JSON.stringify(topic).replace(/[^\w"]/g, '\\$&')},"seq":)(\\d+)`,
  );
  const untilMs = target.entry.at + (tampering.kind === 'delay' ? tampering.ms : 0);
  let late: RecordEntry[] = [];
  let isBehind = false;
  for await (const { line, entry } of entries) {
    if (late.length > 0 && entry.at >= untilMs) {
      yield* late;
      late = [];
    }
    if (line === wanted) isBehind = true;
    if (line === wanted && tampering.kind === 'drop') continue;
    if (entry.kind === 'open') isBehind = false;
    if (entry.kind !== 'in') yield entry;
    else if (tampering.kind === 'delay' && line >= wanted && entry.at < untilMs)
      late.push({ ...entry, at: untilMs });
    else {
      // Without the bytes beside it, which stand for what was received.
      const text = line === wanted ? entry.text.slice(0, -rest.length) + changed : entry.text;
      const isRenumbered = isBehind && tampering.kind === 'drop';
      yield {
        at: entry.at,
        kind: 'in',
        text: isRenumbered
          ? text.replace(numbered, (_all, head: string, seq: string) => `${head}${Number(seq) - 1}`)
          : text,
      };
    }
  }
  yield* late;
}
