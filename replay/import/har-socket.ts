import { PING, PONG } from '../../shared/contract/socket.ts';
import { type Fields, fieldsOf, parseJson, textOf } from '../../shared/json.ts';
import type { RecordBody } from '../format/format.ts';
import { bytesOf, createFrameBytes, type FrameBytes } from '../format/frame-bytes.ts';
import { UNREAD } from './har-text.ts';
import { msOfTime, numberOf } from './har-time.ts';
import { count, type ImportReport } from './import-report.ts';

/** A record and its time, epoch ms. */
export interface Timed {
  readonly ms: number;
  readonly body: RecordBody;
  /** Its index in the recording that the HAR was exported from; undefined in a browser's HAR. */
  readonly place: number | undefined;
}

export const placeOf = ({ _record }: Fields): number | undefined =>
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

const [OK, SWITCHING_PROTOCOLS] = [200, 101];
const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** What writers call the two directions, as `type` or as `direction`; the latter names the sender, if it names one. */
const SENT: readonly unknown[] = ['send', 'sent', 'out', 'outgoing', 'outbound', 'client'];
const RECEIVED: readonly unknown[] = ['receive', 'received', 'in', 'incoming', 'inbound', 'server'];

/** Epoch ms of a message by its own text; undefined if it states none. */
export type TextTime = (text: string) => number | undefined;

/**
 * @param timeOf of messages of a socket that has no times of its own
 * @returns undefined for an entry without any time
 */
export function socketOf(
  entry: Fields,
  report: ImportReport,
  timeOf: TextTime = timeOfFrame,
): HarSocket | undefined {
  const startMs = msOfTime(entry['startedDateTime']);
  const isExport = placeOf(entry) !== undefined;
  const messages = timedMessages(entry, { startMs, isExport, timeOf }, report);
  if (messages.length === 0 && isRefused(entry)) {
    count(report.ignored, 'refused socket');
    return undefined;
  }
  if (messagesOf(entry) === undefined) countUnread(entry, report);
  const first = messages.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  const openMs = Math.min(startMs ?? Number.POSITIVE_INFINITY, first);
  if (openMs === Number.POSITIVE_INFINITY) return undefined;
  const lastMs = messages.reduce((most, { ms }) => Math.max(most, ms), openMs);
  // The recording began while this connection was open: it has no opening.
  const opening: readonly Timed[] =
    entry['_opened'] === false ? [] : [{ ms: openMs, body: { kind: 'open' }, place: placeOf(entry) }];
  const endMs = Math.max(lastMs, openMs + durationOf(entry));
  const close = messages.some(({ body }) => body.kind === 'close')
    ? undefined
    : closingOf(entry['_webSocketClose'], { lastMs, endMs });
  return {
    openMs,
    endMs,
    isWhole: isExport,
    isClosed: close !== undefined || messages.some(({ body }) => body.kind === 'close'),
    records: [...opening, ...messages, ...(close === undefined ? [] : [close])],
  };
}

/** Of an entry, ms: 0 where it is not stated. */
export function durationOf({ time }: Fields): number {
  const ms = numberOf(time) ?? 0;
  return ms > 0 && ms < YEAR_MS ? ms : 0;
}

/** The exchange's own time in a frame of ours. */
function timeOfFrame(text: string): number | undefined {
  const { ts } = fieldsOf(parseJson(text));
  return typeof ts === 'number' && ts > 0 ? ts : undefined;
}

function countUnread(entry: Fields, report: ImportReport): void {
  const unread = entry[UNREAD] ?? (typeof fileOf(entry) === 'string' ? IN_A_FILE : undefined);
  count(
    report.dropped,
    typeof unread === 'string' ? `socket ${unread}` : 'socket saved without its messages',
  );
}

const IN_A_FILE = 'saved in another file, which is not there';
const fileOf = (entry: Fields): unknown => fieldsOf(fieldsOf(entry['response'])['content'])['_file'];

interface MessageTimes {
  readonly startMs: number | undefined;
  readonly isExport: boolean;
  readonly timeOf: TextTime;
}

/**
 * Messages are in their order. One without a time is placed where the one before it is; in a socket without any, by the times
 * that the texts state, from its opening on.
 */
function timedMessages(entry: Fields, times: MessageTimes, report: ImportReport): readonly Timed[] {
  const { startMs, isExport, timeOf } = times;
  const all = (messagesOf(entry) ?? []).map(fieldsOf);
  const stated = statedTimes(all, entry);
  const own = stated.some((ms) => ms !== undefined) ? [] : all.map((message) => timeOf(dataOf(message)));
  const firstOwn = own.find((ms) => ms !== undefined);
  let lastMs = startMs ?? firstOwn;
  const bytes = createFrameBytes();
  return all.flatMap((message, at) => {
    report.lines++;
    const [statedMs, ownMs] = [stated[at], own[at]];
    if (ownMs !== undefined && firstOwn !== undefined)
      lastMs = Math.max(lastMs ?? ownMs, (startMs ?? firstOwn) + ownMs - firstOwn);
    const ms =
      statedMs === undefined
        ? lastMs
        : startMs === undefined || isExport
          ? statedMs
          : placedMs(statedMs, startMs);
    lastMs = ms ?? lastMs;
    const one = messageOf(message, ms, { report, bytes });
    if (one !== undefined && statedMs === undefined) report.undated++;
    return one ?? [];
  });
}

/** Times that count from the opening are seconds as others are; where these would last far longer than the socket, ms. */
function statedTimes(messages: readonly Fields[], entry: Fields): readonly (number | undefined)[] {
  const stated = messages.map(({ time, timestamp }) => msOfTime(time ?? timestamp));
  const mostMs = stated.reduce<number>((most, ms) => Math.max(most, ms ?? 0), 0);
  const lastsMs = durationOf(entry) + SLACK_MS;
  const areMs = lastsMs > SLACK_MS && mostMs < YEAR_MS && mostMs > lastsMs && mostMs / 1000 <= lastsMs;
  return areMs ? stated.map((ms) => ms && ms / 1000) : stated;
}

const SLACK_MS = 1_000;

const dataOf = ({ data, payload }: Fields): string => textOf(data ?? payload);

/** The messages of an entry; some writers leave out the underscore. Undefined: it is no socket. */
export function messagesOf(entry: Fields): readonly unknown[] | undefined {
  const found = entry['_webSocketMessages'] ?? entry['webSocketMessages'];
  return Array.isArray(found) ? found : undefined;
}

/** The sockets of a HAR. An early `hardump` of mitmproxy wrote each twice: at its opening, and with its messages at its end. */
export function socketsIn<Entry extends Fields>(entries: readonly Entry[]): readonly Entry[] {
  const sockets = entries.filter(isSocket);
  const keyOf = (entry: Entry): string =>
    JSON.stringify([entry['startedDateTime'], fieldsOf(entry['request'])['url'], placeOf(entry)]);
  const isEmpty = (entry: Entry): boolean => (messagesOf(entry) ?? []).length === 0;
  const full = new Set(sockets.filter((entry) => !isEmpty(entry)).map(keyOf));
  return sockets.filter((entry) => !isEmpty(entry) || !full.has(keyOf(entry)));
}

export const isSocket = (entry: Fields): boolean =>
  entry['_resourceType'] === 'websocket' ||
  messagesOf(entry) !== undefined ||
  /^wss?:/i.test(textOf(fieldsOf(entry['request'])['url']));

const ABNORMAL_CLOSE = 1006;

/**
 * HTTP Toolkit's end of a socket: `{code, reason, timestamp}`, or `'aborted'` without a closing frame. Its time counts
 * only after the last message and up to the end of the entry.
 */
function closingOf(
  stated: unknown,
  { lastMs, endMs }: { readonly lastMs: number; readonly endMs: number },
): Timed | undefined {
  if (stated === undefined || stated === null) return undefined;
  const { code, time, timestamp } = fieldsOf(stated);
  const statedMs = msOfTime(time ?? timestamp) ?? endMs;
  const ms = Math.max(lastMs, Math.abs(statedMs - lastMs) < YEAR_MS ? statedMs : endMs);
  const known = stated === 'aborted' ? ABNORMAL_CLOSE : code;
  return {
    ms,
    body: typeof known === 'number' ? { kind: 'close', code: known } : { kind: 'close' },
    place: undefined,
  };
}

/** The app never had this connection: the server or the network said no. Over HTTP/2 a socket is a CONNECT, and 200 a yes. */
function isRefused(entry: Fields): boolean {
  const { status } = fieldsOf(entry['response']);
  if (status === OK && fieldsOf(entry['request'])['method'] === 'CONNECT') return false;
  return typeof status === 'number' && status !== SWITCHING_PROTOCOLS;
}

/** @param ms undefined for a message whose time makes no sense */
function messageOf(
  message: Fields,
  ms: number | undefined,
  { report, bytes }: { readonly report: ImportReport; readonly bytes: FrameBytes },
): Timed | undefined {
  const { type, direction, opcode } = message;
  const body = bodyOf({ way: direction ?? type, opcode, data: dataOf(message) }, bytes);
  if (body === CONTROL) count(report.ignored, body);
  else if (typeof body === 'string') count(report.dropped, body);
  else if (ms === undefined) count(report.dropped, UNPLACED);
  else {
    count(report.taken, body.kind);
    return { ms, body, place: placeOf(message) };
  }
  return undefined;
}

const CONTROL = 'control frame';
const UNPLACED = 'message without a time, or a year off its socket';

/** Some writers count from the opening of the socket. @returns undefined for a time that is a year off it */
const placedMs = (ms: number, startMs: number): number | undefined =>
  [ms, startMs + ms].find((one) => Math.abs(one - startMs) < YEAR_MS);

interface Message {
  /** In the writer's word. */
  readonly way: unknown;
  /** Undefined: a text, since that is all that writers without opcodes record. */
  readonly opcode: unknown;
  readonly data: string;
}

/** @returns the reason if the message is not a record */
function bodyOf({ way, opcode = OPCODE.text, data }: Message, frames: FrameBytes): RecordBody | string {
  if (way === 'error') return { kind: 'close' };
  const word = typeof way === 'string' ? way.toLowerCase() : way;
  const kind = SENT.includes(word) ? 'out' : RECEIVED.includes(word) ? 'in' : undefined;
  if (kind === undefined) return 'message of no known type';
  switch (opcodeOf(opcode)) {
    case OPCODE.text:
      return { kind, text: data };
    case OPCODE.binary: {
      const bytes = bytesOf(data);
      const text = bytes && (frames.textOf(bytes) ?? textOfBytes(bytes));
      return text === undefined ? 'binary message' : { kind, text };
    }
    case OPCODE.close:
      return closeOf(data);
    case OPCODE.ping:
    case OPCODE.pong:
      return CONTROL;
    default:
      return 'message of no known opcode';
  }
}

/** Some writers have its name, or its number as a text. */
function opcodeOf(opcode: unknown): number | undefined {
  const [, known] = Object.entries(OPCODE).find(([name]) => name === opcode) ?? [];
  return known ?? numberOf(opcode);
}

/** A closing frame begins with its code, two bytes. */
function closeOf(data: string): RecordBody {
  const [high, low] = bytesOf(data) ?? [];
  return high === undefined || low === undefined
    ? { kind: 'close' }
    : { kind: 'close', code: high * 256 + low };
}

/** Of JSON, or of a heartbeat. */
function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === PING || text === PONG || parseJson(text) !== undefined ? text : undefined;
  } catch {
    return undefined;
  }
}
