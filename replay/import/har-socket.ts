import { fieldsOf, listOf, textOf } from '../../shared/json.ts';
import type { RecordBody } from '../format/format.ts';
import { msOfIso, msOfTime } from './har-time.ts';
import { count, type ImportReport } from './report.ts';

/** A record and its time, epoch ms. */
export interface Timed {
  readonly ms: number;
  readonly body: RecordBody;
  /** Its index in the recording that the HAR was exported from; undefined in a browser's HAR. */
  readonly place: number | undefined;
}

export const placeOf = ({ _record }: Readonly<Record<string, unknown>>): number | undefined =>
  typeof _record === 'number' && Number.isSafeInteger(_record) ? _record : undefined;

/** One connection of a HAR. */
export interface HarSocket {
  readonly openMs: number;
  /** Its last activity; the time of its closing is not always known. */
  readonly endMs: number;
  readonly isClosed: boolean;
  /** Whether it comes from a recording, which is complete. */
  readonly isWhole: boolean;
  readonly records: readonly Timed[];
}

/** No connection lasts longer. */
const YEAR_MS = 366 * 86_400_000;

const SWITCHING_PROTOCOLS = 101;
const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** @returns undefined for an entry without any time */
export function socketOf(
  entry: Readonly<Record<string, unknown>>,
  report: ImportReport,
): HarSocket | undefined {
  const messages: Timed[] = [];
  const startMs = msOfIso(entry['startedDateTime']);
  const isExport = placeOf(entry) !== undefined;
  for (const message of listOf(entry['_webSocketMessages'])) {
    report.lines++;
    const one = messageOf(fieldsOf(message), isExport ? undefined : startMs, report);
    if (one !== undefined) messages.push(one);
  }
  if (messages.length === 0 && isRefused(entry)) {
    count(report.ignored, 'refused socket');
    return undefined;
  }
  const first = messages.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  const openMs = Math.min(startMs ?? Number.POSITIVE_INFINITY, first);
  if (openMs === Number.POSITIVE_INFINITY) return undefined;
  const lastMs = messages.reduce((most, { ms }) => Math.max(most, ms), openMs);
  const duration = typeof entry['time'] === 'number' && entry['time'] > 0 ? entry['time'] : 0;
  // The recording began while this connection was open: it has no opening.
  const opening: readonly Timed[] =
    entry['_opened'] === false ? [] : [{ ms: openMs, body: { kind: 'open' }, place: placeOf(entry) }];
  return {
    openMs,
    endMs: Math.max(lastMs, openMs + duration),
    isWhole: isExport,
    isClosed: messages.some(({ body }) => body.kind === 'close'),
    records: [...opening, ...messages],
  };
}

/** The app never had this connection: the server or the network said no. */
function isRefused(entry: Readonly<Record<string, unknown>>): boolean {
  const { status } = fieldsOf(entry['response']);
  return typeof status === 'number' && status !== SWITCHING_PROTOCOLS;
}

/** @param startMs of its socket, if its times have to be checked against that */
function messageOf(
  message: Readonly<Record<string, unknown>>,
  startMs: number | undefined,
  report: ImportReport,
): Timed | undefined {
  const { type, time, opcode, data } = message;
  const toldMs = msOfTime(time);
  const ms = toldMs === undefined || startMs === undefined ? toldMs : placedMs(toldMs, startMs);
  const body =
    toldMs === undefined
      ? 'message without a time'
      : ms === undefined
        ? 'message a year off its socket'
        : bodyOf(type, opcode, textOf(data));
  if (ms !== undefined && typeof body !== 'string') {
    count(report.taken, body.kind);
    return { ms, body, place: placeOf(message) };
  }
  count(report.ignored, typeof body === 'string' ? body : body.kind);
  return undefined;
}

/** Some writers count from the opening of the socket. @returns undefined for a time that is a year off it */
const placedMs = (ms: number, startMs: number): number | undefined =>
  [ms, startMs + ms].find((one) => Math.abs(one - startMs) < YEAR_MS);

/** @returns the reason if the message is not a record */
function bodyOf(type: unknown, opcode: unknown, data: string): RecordBody | string {
  if (type === 'error') return { kind: 'close' };
  if (type !== 'send' && type !== 'receive') return 'message of no known type';
  const kind = type === 'send' ? 'out' : 'in';
  switch (opcode) {
    case OPCODE.text:
      return { kind, text: data };
    case OPCODE.binary: {
      const text = jsonOfBase64(data);
      return text === undefined ? 'binary message' : { kind, text };
    }
    case OPCODE.close:
      return closeOf(data);
    case OPCODE.ping:
    case OPCODE.pong:
      return 'control frame';
    default:
      return 'message of no known opcode';
  }
}

/** A closing frame begins with its code, two bytes. */
function closeOf(data: string): RecordBody {
  const [high, low] = bytesOf(data) ?? [];
  return high === undefined || low === undefined
    ? { kind: 'close' }
    : { kind: 'close', code: high * 256 + low };
}

function jsonOfBase64(data: string): string | undefined {
  const bytes = bytesOf(data);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
