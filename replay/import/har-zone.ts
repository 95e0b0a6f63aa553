import { type Fields, fieldsOf, isFields, parseJson, textOf } from '../../shared/json.ts';
import { answeredMs } from './har-http.ts';
import { isSocket, messagesOf } from './har-socket.ts';
import { isoOfMs, msOfTime, numberOf, readTime } from './har-time.ts';

/*
 * Some proxies write the times of a HAR by the clock on the wall, without its zone. The offset is what lies between them and
 * times with a zone in the same file: those of messages, in the exchange's frames, or in the headers of answers.
 */

export interface ZonedEntries {
  readonly entries: readonly Fields[];
  /** What was done about times without a zone; undefined if there were none. */
  readonly note?: string;
}

const QUARTER_MS = 15 * 60_000;
const MAX_OFFSET_MS = 15 * 3_600_000;
/** A message may be stamped that much before its socket. */
const SLACK_MS = 1_000;

/** The entries, with a zone in each of their times. */
export function zoned(entries: readonly Fields[]): ZonedEntries {
  if (!entries.some((entry) => isLocal(entry['startedDateTime']))) return { entries };
  const votes = new Map<number, number>();
  for (const entry of entries) {
    const offset = offsetIn(entry);
    if (offset !== undefined) votes.set(offset, (votes.get(offset) ?? 0) + 1);
  }
  const [known] = [...votes].toSorted((a, b) => b[1] - a[1]);
  const offsetMs = known?.[0] ?? 0;
  const note =
    known === undefined
      ? 'its times have no zone and nothing in it tells one: they were taken for UTC'
      : `its times have no zone: by the times of its messages and answers it is ${zoneText(offsetMs)}`;
  return { entries: entries.map((entry) => withZone(entry, offsetMs)), note };
}

function isLocal(time: unknown): boolean {
  const stated = numberOf(time) === undefined ? readTime(time) : undefined;
  return stated !== undefined && !stated.hasZone;
}

/** By how much the wall clock of an entry is ahead of UTC, ms, in quarters of an hour. */
function offsetIn(entry: Fields): number | undefined {
  const local = readTime(entry['startedDateTime']);
  if (local === undefined || local.hasZone) return undefined;
  const knownMs = isSocket(entry) ? firstMessageMs(entry) : answeredMs(entry);
  if (knownMs === undefined) return undefined;
  // What is known comes after the start, by less than a quarter of an hour.
  const offset = Math.ceil((local.ms - knownMs - SLACK_MS) / QUARTER_MS) * QUARTER_MS;
  return Math.abs(offset) <= MAX_OFFSET_MS ? offset : undefined;
}

/** Of its own time if that has a zone, else by the exchange's clock in its frame. */
function firstMessageMs(entry: Fields): number | undefined {
  for (const message of messagesOf(entry) ?? []) {
    const { time, timestamp, data, payload } = fieldsOf(message);
    const stated = time ?? timestamp;
    const ms = isLocal(stated) ? undefined : msOfTime(stated);
    if (ms !== undefined && ms > YEAR_2000_MS) return ms;
    const { ts } = fieldsOf(parseJson(textOf(data ?? payload)));
    if (typeof ts === 'number' && ts > YEAR_2000_MS) return ts;
  }
  return undefined;
}

/** Smaller times count from the opening of the socket. */
const YEAR_2000_MS = 946_684_800_000;

function withZone(entry: Fields, offsetMs: number): Fields {
  const fixed = (value: unknown): unknown =>
    isLocal(value) ? isoOfMs((readTime(value)?.ms ?? 0) - offsetMs) : value;
  const messages = messagesOf(entry)?.map((message) => {
    if (!isFields(message)) return message;
    const { time, timestamp } = message;
    return { ...message, time: fixed(time ?? timestamp) };
  });
  return {
    ...entry,
    startedDateTime: fixed(entry['startedDateTime']),
    ...(messages === undefined ? {} : { _webSocketMessages: messages }),
  };
}

/** `UTC+08:00`. */
function zoneText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `UTC${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
