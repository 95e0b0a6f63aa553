import { FORMAT, type RecordEntry, RecordingError, type RecordingHeader, VERSION } from '../format/format.ts';
import { captureRecords } from './capture.ts';
import { createDesk } from './desk.ts';
import { createReport, type ImportReport } from './report.ts';
import { survey } from './survey.ts';
import type { Venue } from './venue.ts';

export interface Imported {
  readonly header: RecordingHeader;
  /** May be read once; `report` is whole when it has ended. */
  readonly entries: AsyncIterable<RecordEntry>;
  readonly report: ImportReport;
}

/**
 * A venue's capture as a recording. The capture is read twice: instruments and their precision come before everything
 * else in a recording, and are known only at the end of a capture.
 * @param lines opens the capture anew
 * @throws RecordingError when there is nothing of the venue in it
 */
export async function importCapture(venue: Venue, lines: () => AsyncIterable<string>): Promise<Imported> {
  const first = createReport();
  const known = await survey(venue, captureRecords(lines(), first));
  if (known.startMs === undefined || known.instruments.size === 0) throw nothing(venue, first);
  const report = createReport();
  const header: RecordingHeader = {
    format: FORMAT,
    version: VERSION,
    started_at: new Date(known.startMs).toISOString(),
    app: `import ${venue.name}`,
  };
  const desk = createDesk(venue, known, report);
  async function* entries(): AsyncGenerator<RecordEntry> {
    for await (const record of captureRecords(lines(), report)) yield* desk.take(record);
    yield* desk.end();
  }
  return { header, entries: entries(), report };
}

function nothing({ name }: Venue, { lines, cut }: ImportReport): RecordingError {
  if (cut !== undefined)
    return new RecordingError(`line ${cut.line}: ${cut.reason}; nothing of ${name} before it`);
  return new RecordingError(`no price of ${name} in ${lines} lines`);
}
