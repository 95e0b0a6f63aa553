import { entryLine, type RecordEntry, RecordingError, type RecordingHeader } from '../format/format.ts';
import { linesOf } from '../format/lines.ts';
import { importHar } from '../import/har.ts';
import { createHarWriter } from '../import/har-export.ts';
import { lineAt } from '../import/har-text.ts';
import { importCapture, VENUES } from '../import/import-capture.ts';
import type { ImportReport } from '../import/report.ts';
import { convert, type Say } from './convert.ts';
import { type OpenRecording, openRecording } from './entries.ts';
import { EXIT, type Exit } from './exit.ts';
import { textOf, writeText } from './files.ts';

export interface ImportRequest {
  readonly file: string;
  /** A venue's name, or `har`. */
  readonly from: string;
  readonly out: string;
  /** Progress, the report and what went wrong; standard error by default. */
  readonly say?: Say;
}

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
 * @returns the exit status: 0 done, 1 invalid usage, 2 the input is truncated, malformed or not of this source
 */
export async function importFile({ file, from, out, say = console.error }: ImportRequest): Promise<Exit> {
  if (!IMPORT_SOURCES.includes(from)) {
    say(`--from ${from} is not known: ${IMPORT_SOURCES.join(', ')}`);
    return EXIT.refused;
  }
  return convert({ file, out, say }, async () => {
    const source = await sourceOf(file, from);
    const written = { records: 0 };
    await writeText(out, recordingLines(source, written, say));
    tellReport(source.report, written.records, out, say);
    return source.report.cut;
  });
}

async function sourceOf(file: string, from: string): Promise<Source> {
  const venue = VENUES.find(({ name }) => name === from);
  return venue === undefined ? readHar(file) : importCapture(venue, () => linesOf(textOf(file)));
}

/** A HAR is one JSON text in memory; only this much of a longer one is read. UTF-16 units. */
const MAX_HAR = 128 * 1024 * 1024;

async function readHar(file: string): Promise<Source> {
  let text = '';
  let broken: string | undefined;
  try {
    for await (const part of textOf(file)) {
      text += part;
      if (text.length <= MAX_HAR) continue;
      text = text.slice(0, MAX_HAR);
      broken = `the file is longer than ${MAX_HAR.toLocaleString('en')} characters`;
      break;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    broken = error.message;
  }
  const imported = importHar(text);
  const { report, frames, entries } = imported;
  const shown = entries.filter(({ kind }) => kind === 'in' || kind === 'http').length;
  const lost = `${number(frames.foreign)} of ${number(frames.received)} frames received`;
  const venues = VENUES.map(({ name }) => name).join(', ');
  if (frames.foreign > 0 && frames.foreign === shown)
    throw new RecordingError(
      `${lost} are of another site and would be masked; captures of ${venues} have importers of their own`,
    );
  if (shown === 0 && report.ignored.size > 0)
    throw new RecordingError(`nothing could be read: ${counts(report.ignored)}`);
  if (frames.foreign > 0) report.notes.push(`masked, since of another site: ${lost}`);
  if (broken !== undefined)
    report.cut = { line: report.cut?.line ?? lineAt(text, text.length), reason: broken };
  return imported;
}

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
    if (written.records % PROGRESS_EVERY === 0) say(`${number(written.records)} records…`);
  }
}

function tellReport(
  { lines, taken, ignored, backwards, notes }: ImportReport,
  records: number,
  out: string,
  say: Say,
): void {
  say(`${out}: ${number(records)} records from ${number(lines)} lines`);
  if (taken.size > 0) say(`taken: ${counts(taken)}`);
  if (ignored.size > 0) say(`ignored: ${counts(ignored)}`);
  if (backwards > 0) say(`event times that lie before the frame before: ${number(backwards)}`);
  for (const note of notes) say(note);
}

const number = (value: number): string => value.toLocaleString('en');

const counts = (of: ReadonlyMap<string, number>): string =>
  [...of]
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, value]) => `${kind} ${number(value)}`)
    .join(', ');

export interface ExportRequest {
  readonly file: string;
  readonly out: string;
  /** What went wrong; standard error by default. */
  readonly say?: Say;
}

/**
 * Writes a recording as HAR; a name in `.gz` stands for a packed file.
 * @returns the exit status: 0 done, 1 invalid usage, 2 the recording is truncated or malformed
 */
export function exportHar({ file, out, say = console.error }: ExportRequest): Promise<Exit> {
  return convert({ file, out, say }, async () => {
    const recording = await openRecording(file);
    await writeText(out, harParts(recording));
    return recording.failure();
  });
}

async function* harParts({ header, entries }: OpenRecording): AsyncGenerator<string> {
  const writer = createHarWriter(header);
  yield writer.head;
  for await (const { entry } of entries) yield writer.take(entry);
  yield writer.end();
}
