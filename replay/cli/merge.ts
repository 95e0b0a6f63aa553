import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { entryLine, type RecordEntry } from '../format/format.ts';
import { markOf } from '../format/mark.ts';
import { createPast } from './cut.ts';
import type { Made, OpenRecording } from './entries.ts';
import { topicOf } from './filter.ts';

type Recording = Pick<OpenRecording, 'header' | 'entries'>;

/** What the leading recording holds; read before the merge, since a topic may come late. */
interface Lead {
  readonly topics: ReadonlySet<string>;
  /** `at` of its last record. */
  readonly endMs: number;
  readonly records: number;
}

export async function leadOf({ entries }: Recording): Promise<Lead> {
  const topics = new Set<string>();
  let endMs = 0;
  let records = 0;
  for await (const { entry } of entries) {
    const topic = topicOf(entry);
    if (topic !== undefined) topics.add(topic);
    endMs = entry.at;
    records++;
  }
  return { topics, endMs, records };
}

/**
 * Two recordings of the same time as one, by the wall clock. The leading one, which began first, stays as it is. The
 * other adds what that has not: frames of further topics, answers of public calls, marks and errors; and from the
 * leading one's end on it goes on alone, with its own state.
 */
export function merge(leading: Recording, other: Recording, lead: Lead): Made {
  let records = 0;
  async function* counted(): AsyncGenerator<RecordEntry> {
    for await (const entry of merged(leading, other, lead)) {
      records++;
      yield entry;
    }
  }
  const lack = () => (records === lead.records ? 'the recording that began later adds nothing' : undefined);
  return { header: leading.header, entries: counted(), lack };
}

async function* merged(leading: Recording, other: Recording, lead: Lead): AsyncGenerator<RecordEntry> {
  const lateMs = Date.parse(other.header.started_at) - Date.parse(leading.header.started_at);
  const past = createPast(Date.parse(other.header.started_at));
  const addition = createAddition(lead.topics);
  let isUp = false;
  let next = await other.entries.next();

  async function* addedWhile(isDue: (atMs: number) => boolean): AsyncGenerator<RecordEntry> {
    for (; !next.done && isDue(next.value.entry.at + lateMs); next = await other.entries.next()) {
      const { entry } = next.value;
      past.take(entry);
      yield* addition.of({ ...entry, at: entry.at + lateMs });
    }
  }

  for await (const { entry } of leading.entries) {
    yield* addedWhile((atMs) => atMs < entry.at);
    addition.saw(entry);
    if (entry.kind === 'open' || entry.kind === 'close') isUp = entry.kind === 'open';
    yield entry;
  }
  yield* addedWhile((atMs) => atMs <= lead.endMs);
  if (next.done) return;
  if (isUp) yield { at: lead.endMs, kind: 'close' };
  for (const entry of past.head(lead.endMs - lateMs)) yield { ...entry, at: lead.endMs };
  for (; !next.done; next = await other.entries.next())
    yield { ...next.value.entry, at: next.value.entry.at + lateMs };
}

/** What the other recording adds while both run; its times are the leading one's. */
function createAddition(known: ReadonlySet<string>) {
  const added = new Set<string>();
  /** The leading recording's last records of one time: the other may have the same ones. */
  let lastMs = 0;
  let last = new Set<string>();

  function* of(entry: RecordEntry): Iterable<RecordEntry> {
    // Its topics count from 1 again.
    if (entry.kind === 'open' && added.size > 0) yield { at: entry.at, ...resumeAnew(added) };
    const topic = topicOf(entry);
    if (topic !== undefined && !known.has(topic)) {
      added.add(topic);
      yield entry;
    } else if (isOfAll(entry) && !(entry.at === lastMs && last.has(entryLine(entry)))) yield entry;
  }

  return {
    of,
    saw(entry: RecordEntry): void {
      if (!isOfAll(entry)) return;
      if (entry.at !== lastMs) last = new Set();
      lastMs = entry.at;
      last.add(entryLine(entry));
    },
  };
}

const resumeAnew = (topics: ReadonlySet<string>) =>
  ({
    kind: 'command',
    name: 'resume',
    args: [...topics].map((topic) => ({ topic, seq: null, phase: 'unmanaged' })),
  }) as const;

const PUBLIC: readonly string[] = Object.values<RouteShape>(ROUTES)
  .filter(({ method, session }) => method === 'GET' && session !== true)
  .map(({ path }) => path);

/** Whether it is not of one app's own connection or account. */
const isOfAll = (entry: RecordEntry): boolean =>
  entry.kind === 'http' ? PUBLIC.includes(entry.path) : markOf(entry) !== undefined || isError(entry);

/** Builds before records of the page recorded errors as commands. */
const isError = (entry: RecordEntry): boolean =>
  entry.kind === 'page'
    ? entry.event === 'error' || entry.event === 'console'
    : entry.kind === 'command' && entry.name === 'pageError';
