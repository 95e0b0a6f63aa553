import { fieldsOf, parseJson } from '../../shared/json.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import { differences } from './differences.ts';
import { nothingUseful, type OpenRecording, openRecording } from './entries.ts';
import type { Exit } from './exit.ts';
import { matches, topicOf } from './filter.ts';
import type { Io } from './io.ts';
import { pageEnd, pageHead, pageRow } from './picture-page.ts';
import { reportFailure, writeText } from './recording-files.ts';
import { clockText, type FramesTask } from './tool-arguments.ts';

/** A received frame, and what the engine did with it. */
interface FrameRow {
  readonly line: number;
  readonly atMs: number;
  readonly topic: string;
  readonly seq: string;
  readonly verdict: string;
  readonly isBad: boolean;
  /** What differs from the topic's frame before. */
  readonly change: string;
  /** The frame as it was received. */
  readonly text: string;
}

const COLUMNS = ['line', 'time', 'topic', 'seq', 'verdict', 'change to the frame before'];
/** A page with more rows is slow to search. */
const MAX_PAGE_ROWS = 20_000;

/** Lists the frames of a recording: as a table of text, or as a page of its own. */
export async function listFrames(task: FramesTask, io: Io): Promise<Exit> {
  const recording = await openRecording(task.file);
  const rows = anyOf(task.file, wantedRows(framesOf(recording), task), recording);
  if (task.html !== undefined) await writeText(task.html, pageOf(task.file, recording, rows));
  else
    for await (const row of rows) {
      const isWhole = task.line !== undefined;
      await io.out([...cellsOf(row), isWhole ? row.change : short(row.change)].join('  '));
      if (isWhole) await io.out(row.text);
    }
  return reportFailure(task.file, recording.failure(), io);
}

async function* pageOf(
  file: string,
  { header }: OpenRecording,
  rows: AsyncIterable<FrameRow>,
): AsyncGenerator<string> {
  yield pageHead(file, [JSON.stringify(header)], COLUMNS);
  let count = 0;
  for await (const row of rows) {
    if (++count > MAX_PAGE_ROWS) continue;
    const cells = [...cellsOf(row).with(TIME, clockText(row.atMs)), short(row.change)];
    yield pageRow(cells, { isBad: row.isBad, whole: wholeOf(row) });
  }
  if (count > MAX_PAGE_ROWS)
    yield pageRow([`and ${count - MAX_PAGE_ROWS} more: cut or filter the recording`]);
  yield pageEnd();
}

/** Its column. */
const TIME = 1;

/** All but what changed. */
const cellsOf = ({ line, atMs, topic, seq, verdict }: FrameRow): readonly string[] => [
  String(line),
  String(atMs),
  topic,
  seq,
  verdict,
];

/** What the list cuts, then the frame. */
const wholeOf = ({ change, text }: FrameRow): readonly string[] =>
  change === short(change) || change === text ? [text] : [change, text];

async function* wantedRows(
  rows: AsyncIterable<FrameRow>,
  { topics, search, fromMs, toMs, line }: FramesTask,
): AsyncGenerator<FrameRow> {
  const text = search?.toLowerCase();
  for await (const row of rows) {
    if (row.atMs > toMs || (line !== undefined && row.line > line)) return;
    if (line !== undefined && row.line < line) continue;
    if (row.atMs < (fromMs ?? 0)) continue;
    if (topics !== undefined && !topics.some((one) => matches(one, row.topic))) continue;
    const all = [...cellsOf(row), row.change, row.text].join(' ');
    if (text !== undefined && !all.toLowerCase().includes(text)) continue;
    yield row;
  }
}

/** @throws RecordingError if there are none */
async function* anyOf(
  file: string,
  rows: AsyncIterable<FrameRow>,
  { failure }: OpenRecording,
): AsyncGenerator<FrameRow> {
  let isAny = false;
  for await (const row of rows) {
    isAny = true;
    yield row;
  }
  if (!isAny) throw nothingUseful(`${file}: it has no such frame`, failure());
}

const FAULTS = ['malformedJson', 'malformedFrame', 'malformedRow', 'unheld', 'duplicate', 'gap'] as const;
/** Why a frame was dropped or counted, by the counter that rose. */
const REASONS: Readonly<Record<(typeof FAULTS)[number], string>> = {
  malformedJson: 'dropped: no JSON',
  malformedFrame: 'dropped: not the fields of a frame',
  malformedRow: 'rows dropped: a field is missing or no number',
  unheld: 'dropped: nobody holds the topic, or of an earlier subscription',
  duplicate: 'dropped: this number was there already',
  gap: 'gap: frames before it are missing',
};

async function* framesOf({ entries }: OpenRecording): AsyncGenerator<FrameRow> {
  let admitted: 'snapshot' | 'next' | undefined;
  const fold = createFold({
    admitted: (_topic, isSnapshot) => {
      admitted = isSnapshot ? 'snapshot' : 'next';
    },
  });
  const latest: Latest = { market: {}, others: new Map() };
  for await (const { line, entry } of entries) {
    admitted = undefined;
    const before = { ...fold.counters };
    fold.take(entry);
    if (entry.kind !== 'in') continue;
    const fault = FAULTS.find((name) => fold.counters[name] > before[name]);
    const frame = fieldsOf(parseJson(entry.text));
    const topic = topicOf(entry);
    yield {
      line,
      atMs: entry.at,
      topic: topic ?? String(frame['cmd'] ?? ''),
      seq: typeof frame['seq'] === 'number' ? String(frame['seq']) : '',
      verdict: fault === undefined ? (admitted ?? 'answer') : verdictOf(fault, admitted !== undefined),
      isBad: fault !== undefined,
      change:
        topic === undefined || !('data' in frame)
          ? entry.text
          : topic === MARKET
            ? marketChange(marketOf(frame['data'], fold), latest)
            : changeOf(topic, namedData(topic, frame['data']), latest),
      text: entry.text,
    };
  }
}

const verdictOf = (fault: (typeof FAULTS)[number], isAdmitted: boolean): string =>
  fault === 'gap' && !isAdmitted ? `dropped, ${REASONS.gap}` : REASONS[fault];

/** The list cuts longer changes; the page and `--line` have them whole. */
const MAX_CHANGE = 300;

type Data = Readonly<Record<string, unknown>>;

/** What the frames before had. */
interface Latest {
  /** The last row of each instrument. */
  readonly market: Record<string, unknown>;
  /** The last data of every other topic. */
  readonly others: Map<string, unknown>;
}

/** A frame of the market has the rows that changed alone. */
function marketChange(rows: Data, { market }: Latest): string {
  const was = partOf(market, rows);
  const isFirst = Object.keys(market).length === 0;
  Object.assign(market, rows);
  return isFirst ? 'the first' : changeBetween(was, rows);
}

function changeOf(topic: string, data: unknown, { others }: Latest): string {
  const isFirst = !others.has(topic);
  const before = others.get(topic);
  others.set(topic, data);
  return isFirst ? 'the first' : changeBetween(before, data);
}

function changeBetween(before: unknown, after: unknown): string {
  const all = differences(before, after).map(({ path, left, right }) => `${path} ${left} → ${right}`);
  return all.length === 0 ? 'none' : all.join(', ');
}

const partOf = (whole: Data, part: Data): Data =>
  Object.fromEntries(Object.keys(part).map((name) => [name, whole[name]]));

const short = (text: string): string => (text.length > MAX_CHANGE ? `${text.slice(0, MAX_CHANGE)}…` : text);

export const MARKET = 'DAY_MARKET';
export const CANDLE = ['Time', 'Open', 'High', 'Low', 'Close', 'Volume'] as const;
export const ROW = ['Close', 'Open', 'MarketStatus', 'Time', 'Ask'] as const;

/** Rows by the instrument's code, their fields by name. */
function marketOf(data: unknown, { instruments }: Fold): Data {
  if (!Array.isArray(data)) return {};
  return Object.fromEntries(
    data
      .filter(Array.isArray)
      .map(([id, ...row]) => [String(instruments.get(id)?.['Code'] ?? id), named(ROW, row)]),
  );
}

const namedData = (topic: string, data: unknown): unknown =>
  topic.startsWith('KLINE.') && Array.isArray(data) ? named(CANDLE, data) : data;

/** A row without an ask lacks the last name. */
const named = (names: readonly string[], row: readonly unknown[]): Data =>
  Object.fromEntries(names.flatMap((name, at) => (at < row.length ? [[name, row[at]]] : [])));
