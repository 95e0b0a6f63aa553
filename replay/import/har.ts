import { PONG, SOCKET_PATH } from '../../shared/contract/socket.ts';
import { type Fields, fieldsOf, listOf, parseJson, textOf } from '../../shared/json.ts';
import { MASK } from '../../shared/private-text.ts';
import {
  entryLine,
  FORMAT,
  parseEntry,
  provenanceOf,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
  VERSION,
} from '../format/format.ts';
import { redactEntry } from '../record/redact.ts';
import { addressOf, answerOf } from './har-http.ts';
import {
  type HarSocket,
  isSocket,
  messagesOf,
  placeOf,
  socketOf,
  socketsIn,
  type Timed,
} from './har-socket.ts';
import { type HarLog, parseHarLog } from './har-text.ts';
import { msOfTime, sinceStart } from './har-time.ts';
import { zoned } from './har-zone.ts';
import { count, createReport, type ImportReport } from './import-report.ts';

export interface ImportedHar {
  readonly header: RecordingHeader;
  readonly entries: readonly RecordEntry[];
  readonly report: ImportReport;
  readonly frames: HarFrames;
}

interface HarFrames {
  /** Number of frames received. */
  readonly received: number;
  /** Those of them that are another site's, as they were: masked, they show nothing. */
  readonly foreign: readonly string[];
  /** Of the sockets. */
  readonly hosts: readonly string[];
}

/**
 * Converts a browser's HAR export into one recording, ordered by time and redacted. Takes the sockets at our path (all
 * sockets if none has it) and the answers of our calls on any host; counts everything else. A truncated or malformed HAR
 * gives its complete part (`report.cut`).
 * @param har its text, or what `wholeHar` made of it
 * @throws RecordingError if the text is not a HAR, or nothing in it is ours
 */
export function importHar(har: string | HarLog): ImportedHar {
  const report = createReport();
  const { log, entries: saved, cut } = typeof har === 'string' ? parseHarLog(har) : har;
  if (cut !== undefined) report.cut = cut;
  const { entries, note } = zoned(saved);
  if (note !== undefined) report.notes.push(note);
  report.lines += entries.length;
  const stated = fieldsOf(log['_recording']);
  const traffic = [
    ...socketRecords(socketsIn(entries), report),
    ...entries.filter((entry) => !isSocket(entry)).flatMap((entry) => answerOf(entry, report) ?? []),
  ];
  const earliest = traffic.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  const startMs = startOf(msOfTime(stated['started_at']), earliest);
  const timed = [...traffic, ...commandsOf(log['_commands'], startMs, report)];
  if (timed.length === 0) throw new RecordingError(`nothing of ours in ${entries.length} entries`);
  const creator = textOf(fieldsOf(log['creator'])['name']);
  // Of an exported recording, even if that does not name its build.
  const app = typeof stated['app'] === 'string' ? stated['app'] : `import ${creator}`.trim().slice(0, 80);
  const received = timed.flatMap(({ body }) => (body.kind === 'in' ? [body.text] : []));
  return {
    header: {
      format: FORMAT,
      version: VERSION,
      started_at: new Date(startMs).toISOString(),
      app,
      ...provenanceOf(stated),
    },
    frames: {
      received: received.length,
      foreign: received.filter(isForeign),
      hosts: entries
        .filter(isSocket)
        .map((entry) => addressOf(fieldsOf(entry['request'])['url'])?.host ?? ''),
    },
    entries: timed
      .toSorted(timed.every(({ place }) => place !== undefined) ? byPlace : byTime)
      .map(({ ms, body }) => masked({ at: sinceStart(ms, startMs), ...body }, report)),
    report,
  };
}

function masked(entry: RecordEntry, report: ImportReport): RecordEntry {
  const redacted = entry.kind === 'command' && HEAD.has(entry.name) ? redactHead(entry) : redactEntry(entry);
  const isForeignFrame = entry.kind === 'in' && isForeign(entry.text);
  if (!isForeignFrame && masksIn(redacted) > masksIn(entry)) count(report.masked, entry.kind);
  return redacted;
}

/** The commands at the beginning of a part, which `cut` writes: the recorder's masking does not know all of their fields. */
const HEAD: ReadonlySet<string> = new Set(['resume', 'counted']);
const HEAD_TEXTS: Readonly<Record<string, RegExp>> = {
  topic: /^[\w.-]{1,40}$/,
  phase: /^(off|asked|live|unmanaged)$/,
};

function redactHead({ args, ...entry }: RecordEntry & { readonly kind: 'command' }): RecordEntry {
  const safe = (name: string, value: unknown): unknown =>
    typeof value === 'number' || value === null || HEAD_TEXTS[name]?.test(String(value)) ? value : MASK;
  const fields = (arg: unknown) =>
    Object.entries(fieldsOf(arg)).map(([name, value]) =>
      /^[a-z]{1,20}$/i.test(name) ? [name, safe(name, value)] : [MASK, MASK],
    );
  return { ...entry, args: args.map((arg) => Object.fromEntries(fields(arg))) };
}

const masksIn = (entry: RecordEntry): number => entryLine(entry).split(MASK).length;

/** Whether a frame is neither an answer nor data of a topic: it is masked as a whole. */
function isForeign(text: string): boolean {
  const { topic, cmd } = fieldsOf(parseJson(text));
  return text !== PONG && typeof topic !== 'string' && typeof cmd !== 'string';
}

const byTime = (a: Timed, b: Timed) => a.ms - b.ms;
const byPlace = (a: Timed, b: Timed) => (a.place ?? 0) - (b.place ?? 0);

/** The recording's start in whole ms: as an exported recording names it, else the time of the first record. */
function startOf(stated: number | undefined, earliest: number): number {
  const start = stated !== undefined && stated <= earliest ? stated : earliest;
  return Number.isFinite(start) ? Math.floor(start) : 0;
}

function socketRecords(entries: readonly Fields[], report: ImportReport): readonly Timed[] {
  const isOurs = (entry: Fields) => addressOf(fieldsOf(entry['request'])['url'])?.pathname === SOCKET_PATH;
  const ours = entries.some(isOurs) ? entries.filter(isOurs) : entries;
  for (let foreign = entries.length - ours.length; foreign > 0; foreign--)
    count(report.ignored, 'foreign socket');
  const sockets = ours
    .flatMap((entry) => socketOf(entry, report) ?? [])
    .toSorted((a, b) => a.openMs - b.openMs);
  const hasFrames = report.taken.has('in') || report.taken.has('out');
  if (!hasFrames && ours.some((entry) => messagesOf(entry) === undefined) && sockets.length > 0)
    report.lacks.push('Its sockets were saved without their messages');
  return sockets.flatMap((socket, at) => withClose(socket, sockets[at + 1]));
}

/** A HAR seldom has the closing of a connection: the opening of the next one implies it. */
function withClose(socket: HarSocket, next: HarSocket | undefined): readonly Timed[] {
  const { records, endMs } = socket;
  if (socket.isClosed || socket.isWhole || next === undefined) return records;
  const lastMs = records.reduce((most, { ms }) => Math.max(most, ms), 0);
  const ms = Math.max(lastMs, Math.min(endMs, next.openMs));
  return [...records, { ms, body: { kind: 'close' }, place: undefined }];
}

function commandsOf(value: unknown, startMs: number, report: ImportReport): readonly Timed[] {
  return listOf(value).flatMap((one) => {
    const entry = commandOf(one);
    count(entry === undefined ? report.ignored : report.taken, entry?.kind ?? 'command');
    if (entry === undefined) return [];
    const { at, ...body } = entry;
    return [{ ms: startMs + at, body, place: placeOf(fieldsOf(one)) }];
  });
}

function commandOf(value: unknown): RecordEntry | undefined {
  try {
    const entry = parseEntry(JSON.stringify(value));
    return entry.kind === 'command' || entry.kind === 'page' ? entry : undefined;
  } catch {
    return undefined;
  }
}
