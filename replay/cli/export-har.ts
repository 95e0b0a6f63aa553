import { parseEntry, parseHeader, RecordingError } from '../format/format.ts';
import { createHarWriter, type HarWriter } from '../import/har-export.ts';
import { type Cut, convert, type Say } from './conversion.ts';
import type { Exit } from './exit.ts';
import { linesOf } from './lines.ts';
import { writeText } from './output.ts';

export interface ExportRequest {
  readonly file: string;
  readonly out: string;
  /** What went wrong; standard error by default. */
  readonly say?: Say;
}

/**
 * Writes a recording as HAR; `.gz` in either name: packed.
 * @returns the exit status: 0 done, 1 wrong use, 2 the recording is cut off or garbled
 */
export function exportHar({ file, out, say = console.error }: ExportRequest): Promise<Exit> {
  return convert({ file, out, say }, async () => {
    const end: { cut?: Cut } = {};
    await writeText(out, harParts(file, end));
    return end.cut;
  });
}

async function* harParts(file: string, end: { cut?: Cut }): AsyncGenerator<string> {
  let writer: HarWriter | undefined;
  let line = 1;
  try {
    for await (const text of linesOf(file)) {
      if (writer === undefined) writer = createHarWriter(parseHeader(text));
      else if (text.trim() !== '') yield writer.take(parseEntry(text));
      line++;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    if (writer === undefined) throw new RecordingError(`line 1: ${error.message}`);
    end.cut = { line, reason: error.message };
  }
  if (writer === undefined) throw new RecordingError('the file is empty');
  yield writer.end();
}
