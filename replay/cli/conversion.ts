import { dirname, join } from 'node:path';
import {
  entryLine,
  FORMAT,
  isHarStart,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import { linesOf } from '../format/lines.ts';
import { captureOf } from '../import/capture.ts';
import { captureOfHar } from '../import/har-capture.ts';
import { createHarWriter } from '../import/har-export.ts';
import type { TextTime } from '../import/har-socket.ts';
import { lineAt } from '../import/har-text.ts';
import { importCapture } from '../import/import-capture.ts';
import {
  count,
  countsText,
  countText,
  createReport,
  type ImportReport,
  incompleteness,
} from '../import/import-report.ts';
import { mappedVenue, parseStreamMap } from '../import/stream-map.ts';
import { importUsefulHar } from '../import/useful-har.ts';
import { eventsOf, type Venue } from '../import/venue.ts';
import { VENUES } from '../import/venues.ts';
import { surroundingsOf, wholeHar } from '../import/whole-har.ts';
import { convert, type Say } from './convert.ts';
import { NO_RECORD, nothingUseful, type OpenRecording, openRecording } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { bytesOf, isFile, textOf, unpack, wholeText, writeText } from './recording-files.ts';

export interface ImportRequest {
  readonly file: string;
  readonly from: ImportSource;
  readonly out: string;
  /** Progress, the report and what went wrong. */
  readonly say: Say;
}

/** A venue's name, or `har`; or a file with the map of a stream. */
export type ImportSource = string | { readonly map: string };

interface Source {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<RecordEntry> | Iterable<RecordEntry>;
  readonly report: ImportReport;
}

/** The valid values of `--from`. */
const IMPORT_SOURCES: readonly string[] = [...VENUES.map(({ name }) => name), 'har'];

/**
 * Makes a recording from another format; a name in `.gz` stands for a packed file. An existing `out` is replaced once
 * the new file is complete.
 * @returns the exit status: 0 done, 1 invalid usage, 2 the input is truncated, malformed or not of this source, 3 more than a
 *   tenth of the prices was dropped
 */
export async function importFile({ file, from, out, say }: ImportRequest): Promise<Exit> {
  let report: ImportReport | undefined;
  const exit = await convert({ file, out, say }, async () => {
    const source = await sourceOf(file, from);
    report = source.report;
    const written = { records: 0 };
    await writeText(out, recordingLines(source, written, say));
    printReport(report, written.records, out, say);
    return report.cut;
  });
  const why = report && incompleteness(report, from === 'har' ? 'frames and answers' : 'prices');
  if (exit !== EXIT.done || why === undefined) return exit;
  say(why);
  return EXIT.incomplete;
}

/** @throws UsageError for an unknown source, or a map that makes no sense */
async function sourceOf(file: string, from: ImportSource): Promise<Source> {
  const isRecorded = (await headText(file)).includes(FORMAT);
  if (isRecorded && from === 'har') return recordedSource(file);
  if (isRecorded) throw new RecordingError('it is a recording already: the other commands read it as it is');
  if (typeof from === 'object') return mappedSource(file, from.map);
  if (!IMPORT_SOURCES.includes(from))
    throw new UsageError(
      `--from ${from} is not known: ${IMPORT_SOURCES.join(', ')}; --map MAP reads any other JSON stream`,
    );
  const venue = VENUES.find(({ name }) => name === from);
  return venue === undefined ? readHar(file) : venueSource(file, venue);
}

async function mappedSource(file: string, path: string): Promise<Source> {
  const map = parseStreamMap(await wholeText(path));
  if (!map.ok) throw new UsageError(`${path}: ${map.error}`);
  const venue = mappedVenue(map.value);
  // Messages that stand alone in a line have no time but their own.
  return venueSource(file, venue, map.value.time === undefined ? undefined : timeIn(venue));
}

const timeIn =
  (venue: Venue): TextTime =>
  (text) =>
    eventsOf(venue, text).find(({ eventMs }) => eventMs !== undefined)?.eventMs;

async function venueSource(file: string, venue: Venue, messageTime?: TextTime): Promise<Source> {
  if (!isHarStart(await headText(file)))
    return importCapture(
      venue,
      captureOf(() => linesOf(textOf(file)), messageTime),
    );
  const { text, broken } = await readHarText(file);
  const source = await importCapture(
    venue,
    captureOfHar(await wholeHar(text, surroundings(file)), timeIn(venue)),
  );
  if (broken !== undefined) source.report.cut = { line: lineAt(text, text.length), reason: broken };
  return source;
}

/** The beginning of its text. */
async function headText(file: string): Promise<string> {
  for await (const part of textOf(file)) return part.slice(0, MAX_HEAD);
  return '';
}

const MAX_HEAD = 1_000;

/** A recording under another name, or in the ZIP of a report: it stays as it is. */
async function recordedSource(file: string): Promise<Source> {
  const { header, entries, failure } = await openRecording(file);
  const report = createReport();
  report.notes.push('it is a recording already: it was copied');
  async function* taken() {
    for await (const { entry } of entries) {
      report.lines++;
      count(report.taken, entry.kind);
      yield entry;
    }
    const cut = failure();
    if (cut !== undefined) report.cut = cut;
  }
  return { header, entries: taken(), report };
}

/** A HAR is one JSON text in memory; only this much of a longer one is read. UTF-16 units. */
const MAX_HAR = 128 * 1024 * 1024;

/** `broken`: why what follows is missing. */
async function readHarText(file: string): Promise<{ text: string; broken: string | undefined }> {
  let text = '';
  try {
    for await (const part of textOf(file)) {
      text += part;
      if (text.length > MAX_HAR)
        return {
          text: text.slice(0, MAX_HAR),
          broken: `the file is longer than ${countText(MAX_HAR)} characters`,
        };
    }
    return { text, broken: undefined };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { text, broken: error.message };
  }
}

async function readHar(file: string): Promise<Source> {
  const { text, broken } = await readHarText(file);
  const imported = importUsefulHar(await wholeHar(text, surroundings(file)));
  const { report } = imported;
  if (broken !== undefined)
    report.cut = { line: report.cut?.line ?? lineAt(text, text.length), reason: broken };
  return imported;
}

/** Of a HAR: the files that its writer put beside it. */
const surroundings = (file: string) =>
  surroundingsOf(
    () => bytesOf(file),
    unpack,
    async (path) => {
      const place = join(dirname(file), path);
      return (await isFile(place)) ? bytesOf(place) : undefined;
    },
  );

/** Records between two progress lines. */
const PROGRESS_EVERY = 50_000;

async function* recordingLines(
  { header, entries }: Source,
  written: { records: number },
  say: Say,
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const entry of entries) {
    written.records++;
    yield `${entryLine(entry)}\n`;
    if (written.records % PROGRESS_EVERY === 0) say(`${countText(written.records)} records…`);
  }
}

function printReport(
  { lines, taken, ignored, dropped, masked, undated, backwards, notes }: ImportReport,
  records: number,
  out: string,
  say: Say,
): void {
  say(`${out}: ${countText(records)} records from ${countText(lines)} lines`);
  if (taken.size > 0) say(`taken: ${countsText(taken)}`);
  if (ignored.size > 0) say(`ignored: ${countsText(ignored)}`);
  if (dropped.size > 0) say(`dropped: ${countsText(dropped)}`);
  if (masked.size > 0) say(`with masked values: ${countsText(masked)}`);
  if (undated > 0) say(`without a time of their own, placed by what is around them: ${countText(undated)}`);
  if (backwards > 0) say(`event times that lie before the frame before: ${countText(backwards)}`);
  for (const note of notes) say(note);
}

export interface ExportRequest {
  readonly file: string;
  readonly out: string;
  /** What went wrong. */
  readonly say: Say;
}

/**
 * Writes a recording as HAR; a name in `.gz` stands for a packed file.
 * @returns the exit status: 0 done, 1 invalid usage, 2 the recording is truncated or malformed
 */
export function exportHar({ file, out, say }: ExportRequest): Promise<Exit> {
  return convert({ file, out, say }, async () => {
    const recording = await openRecording(file);
    await writeText(out, harParts(recording));
    return recording.failure();
  });
}

async function* harParts({ header, entries, failure }: OpenRecording): AsyncGenerator<string> {
  const writer = createHarWriter(header);
  let isAny = false;
  yield writer.head;
  for await (const { entry } of entries) {
    isAny = true;
    yield writer.take(entry);
  }
  if (!isAny) throw nothingUseful(NO_RECORD, failure());
  yield writer.end();
}
