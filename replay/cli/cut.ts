import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { createFold } from '../fold/fold.ts';
import { headOf } from '../fold/head.ts';
import type { RecordBody, RecordEntry } from '../format/format.ts';
import { createResumeState } from '../record/resume-state.ts';
import type { Made, OpenRecording } from './entries.ts';
import { clockText } from './tool-arguments.ts';

export interface Span {
  /** Ms since the start; undefined: from the first record. */
  readonly fromMs: number | undefined;
  readonly toMs: number;
}

/**
 * The records later than `fromMs` and up to `toMs`, after a head with the state at `fromMs`. At every later moment the
 * part has the state of the whole, and its digest.
 */
export function cut(
  { header, entries }: Pick<OpenRecording, 'header' | 'entries'>,
  { fromMs, toMs }: Span,
): Made {
  const startMs = Date.parse(header.started_at);
  let lastMs: number | undefined;

  async function* upToEnd(): AsyncGenerator<RecordEntry> {
    for await (const { entry } of entries) {
      if (entry.at > toMs) return;
      lastMs = entry.at;
      yield entry;
    }
  }

  function lack(): string | undefined {
    if (lastMs !== undefined && lastMs > (fromMs ?? -1)) return undefined;
    const after = fromMs === undefined ? '' : ` after ${clockText(fromMs)}`;
    const before = Number.isFinite(toMs) ? ` up to ${clockText(toMs)}` : '';
    const last = lastMs === undefined ? '' : `; the last one before is at ${clockText(lastMs)}`;
    return `it has no record${after}${before}${last}`;
  }

  if (fromMs === undefined) return { header, entries: upToEnd(), lack };
  return {
    header: { ...header, started_at: new Date(startMs + fromMs).toISOString(), resumed: true },
    entries: fromMoment(upToEnd(), fromMs, startMs),
    lack,
  };
}

async function* fromMoment(
  entries: AsyncIterable<RecordEntry>,
  fromMs: number,
  startMs: number,
): AsyncGenerator<RecordEntry> {
  const before = createPast(startMs);
  let isBefore = true;
  for await (const entry of entries) {
    if (isBefore && entry.at <= fromMs) {
      before.take(entry);
      continue;
    }
    if (isBefore) yield* before.head(fromMs);
    isBefore = false;
    yield { ...entry, at: rounded(entry.at - fromMs) };
  }
  if (isBefore) yield* before.head(fromMs);
}

/** To the nanosecond: the difference of two fractions has further digits by rounding. */
const rounded = (ms: number): number => Math.round(ms * 1e6) / 1e6;

/** What a head has to hold of the records before it. */
interface Past {
  take(entry: RecordEntry): void;
  /** The records of the head, at 0. */
  head(atMs: number): Iterable<RecordEntry>;
}

export function createPast(startMs: number): Past {
  const fold = createFold({
    admitted() {
      isAdmitted = true;
    },
  });
  const answers = createResumeState(() => []);
  let isAdmitted = false;
  let close: Extract<RecordBody, { kind: 'close' }> | undefined;
  /** By how much the exchange's clock is ahead of the recording's, by the least delayed frame of the connection. */
  let aheadMs: number | undefined;

  return {
    take(entry) {
      isAdmitted = false;
      fold.take(entry);
      if (entry.kind === 'command') answers.keep(withoutTime(entry));
      if (entry.kind === 'page' && entry.event === 'route') answers.keep(withoutTime(entry));
      if (entry.kind === 'page' && entry.event === 'choice') answers.keep(withoutTime(entry));
      if (entry.kind === 'http' && isKept(entry.path))
        answers.keep(withoutTime(entry), OF_ACCOUNT.includes(entry.path));
      if (entry.kind === 'open') [close, aheadMs] = [undefined, undefined];
      if (entry.kind === 'close') close = withoutTime(entry);
      if (entry.kind !== 'in' || !isAdmitted) return;
      const ahead = Number(/"ts":(\d+)/.exec(entry.text)?.[1]) - entry.at;
      if (ahead > (aheadMs ?? Number.NEGATIVE_INFINITY)) aheadMs = ahead;
    },
    *head(atMs) {
      const serverMs = Math.floor(atMs + (aheadMs ?? startMs));
      for (const body of headOf(fold, { atMs, serverMs, close, answers: answers.head() }))
        yield { at: 0, ...body };
    },
  };
}

const withoutTime = <E extends RecordEntry>({ at: _at, ...body }: E): Omit<E, 'at'> => body;

/** Calls whose answers the fold holds, as one. */
const FOLDED: readonly string[] = [
  ROUTES.getTradeList.path,
  ROUTES.searchInstruments.path,
  ROUTES.getKline.path,
  ROUTES.getAccount.path,
  ROUTES.getBalance.path,
];

const READ: readonly string[] = Object.values<RouteShape>(ROUTES)
  .filter(({ method, changes }) => method === 'GET' && changes !== true)
  .map(({ path }) => path);

const OF_ACCOUNT: readonly string[] = Object.values<RouteShape>(ROUTES)
  .filter(({ session }) => session)
  .map(({ path }) => path);

const isKept = (path: string): boolean => READ.includes(path) && !FOLDED.includes(path);
