import type { ReplayedAct, ReplayMoment, ReplaySurvey } from '../../shared/bridge/recording.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { digestedState } from '../fold/digested-state.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import { createReader, readAll } from '../fold/recording-reader.ts';
import { provenanceOf, type RecordEntry } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { markOf } from '../format/mark.ts';
import { redactEntry } from '../record/redact.ts';

/** Maximum number of parts in which traffic is counted. */
const PARTS = 1024;
/** More than a timeline can show. */
const MAX_MOMENTS = 10_000;
/** More than a list can show; UTF-16 units of a text in it. */
const [MAX_MARKS, MAX_LABEL] = [500, 300];
/** Acts of a user within a second. */
const MAX_ACTS = 50;

/** Reads a whole recording once. Refuses, with line and reason, if it is not a recording. */
export async function survey(source: TextSource): Promise<Result<ReplaySurvey>> {
  const fold = createFold();
  const traffic = createTraffic();
  const moments: ReplayMoment[] = [];
  const page: ReplayedAct[] = [];
  let marks = 0;
  const note = (moment: ReplayMoment) => {
    if (moment.kind === 'mark' && ++marks > MAX_MARKS) return;
    const label = 'label' in moment ? { label: moment.label?.slice(0, MAX_LABEL) ?? '' } : {};
    if (moments.length < MAX_MOMENTS) moments.push({ ...moment, ...label });
  };
  let [frames, gaps] = [0, 0];
  let entry: RecordEntry | undefined;
  const watched: Fold = {
    ...fold,
    take(one) {
      entry = one;
      fold.take(one);
    },
  };
  const reader = createReader({
    fold: watched,
    onRecord(_line, atMs) {
      const { received, gap } = fold.counters;
      // A head of a part has what was counted before it.
      const isCounted = entry?.kind === 'command' && entry.name === 'counted';
      if (received > frames && !isCounted) traffic.add(atMs);
      if (gap > gaps && !isCounted) note({ atMs, kind: 'gap' });
      if (entry !== undefined) noteEntry(entry, note);
      if (entry !== undefined) noteAct(entry, page);
      [frames, gaps, entry] = [received, gap, undefined];
    },
  });
  const { header, records, lastAtMs, failure } = await readAll(source(), reader);
  if (header === undefined)
    return err(
      refusal(LOCAL_CODE.malformed, '', { line: failure?.line ?? 1, reason: failure?.reason ?? '' }),
    );
  const digest = await digestOf(fold);
  return ok({
    startedAt: timestampMs(Date.parse(header.started_at)),
    app: header.app,
    made: provenanceOf({ ...header }),
    lengthMs: lastAtMs,
    records,
    traffic: traffic.parts(lastAtMs),
    // A mark may lie before its record.
    moments: moments.toSorted((a, b) => a.atMs - b.atMs),
    page,
    ...(digest === undefined ? {} : { digest }),
    ...(failure === undefined ? {} : { failure }),
  });
}

function noteEntry(entry: RecordEntry, note: (moment: ReplayMoment) => void): void {
  const { at: atMs, kind } = entry;
  const mark = markOf(entry);
  if (kind === 'open' || kind === 'close') note({ atMs, kind });
  if (mark !== undefined) note({ kind: 'mark', ...mark });
  if (entry.kind === 'page' && (entry.event === 'error' || entry.event === 'console'))
    note({ atMs, kind: 'error', label: entry.message });
}

/** A stranger may have written the recording: what the page acts upon is as the recorder would have written it. */
function noteAct(recorded: RecordEntry, page: ReplayedAct[]): void {
  if (recorded.kind === 'command') noteScreen(recorded, page);
  const entry = recorded.kind === 'page' ? redactEntry(recorded) : recorded;
  if (entry.kind !== 'page' || entry.event === 'error' || entry.event === 'console') return;
  const { at: atMs, kind: _kind, ...act } = entry;
  const isHasty = (page.at(-MAX_ACTS)?.atMs ?? Number.NEGATIVE_INFINITY) > atMs - SECOND_MS;
  if (page.length < MAX_MOMENTS && !isHasty) page.push({ atMs, ...act });
}

const SECOND_MS = 1_000;

function noteScreen(entry: RecordEntry, page: ReplayedAct[]): void {
  const last = page.findLastIndex(({ event }) => event === 'route');
  const open = page[last];
  if (open?.event === 'route') page[last] = { ...open, path: shownScreen(open.path, entry) };
}

/** Counts in equal parts of a length that is not known yet: two parts are merged whenever the parts are exhausted. */
function createTraffic() {
  const counts = new Float64Array(PARTS);
  let partMs = 1;
  return {
    add(atMs: number): void {
      while (atMs >= PARTS * partMs) {
        for (let at = 0; at < PARTS / 2; at++) counts[at] = (counts[2 * at] ?? 0) + (counts[2 * at + 1] ?? 0);
        counts.fill(0, PARTS / 2);
        partMs *= 2;
      }
      const part = Math.floor(atMs / partMs);
      counts[part] = (counts[part] ?? 0) + 1;
    },
    parts: (lengthMs: number) => counts.slice(0, Math.min(PARTS, Math.floor(lengthMs / partMs) + 1)),
  };
}

async function digestOf(fold: Fold): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  return (await digestedState(fold)).digest;
}

/** The trade screen shows the instrument that was opened last where its address names none. */
const TRADE = '/trade';

/**
 * The address of the screen that is open, once its first candles were asked for: then it is known which instrument the
 * trade screen shows. On another device it would show another one.
 */
function shownScreen(path: string, entry: RecordEntry): string {
  if (path !== TRADE || entry.kind !== 'command' || entry.name !== 'candles') return path;
  const [id] = entry.args;
  return typeof id === 'number' ? `${TRADE}?id=${id}` : path;
}
