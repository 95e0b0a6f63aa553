import type { ReadFailure } from '../fold/recording-reader.ts';
import type { RecordingHeader } from '../format/format.ts';
import { type Mark, markOf } from '../format/mark.ts';
import { openRecording } from './entries.ts';

/** How the user saw the app, as far as a recording has it. */
export interface RecordedView {
  readonly file: string;
  readonly header: RecordingHeader;
  readonly marks: readonly Mark[];
  /** Whether a screen was recorded whose address is not masked: the app can follow the user. */
  readonly hasScreens: boolean;
  /** `at` of its last record. */
  readonly endMs: number;
  readonly failure: ReadFailure | undefined;
}

/** Reads the whole recording. @throws RecordingError if the file is not a recording */
export async function readView(file: string): Promise<RecordedView> {
  const { header, entries, failure } = await openRecording(file);
  const marks: Mark[] = [];
  let hasScreens = false;
  let endMs = 0;
  for await (const { entry } of entries) {
    endMs = entry.at;
    const mark = markOf(entry);
    if (mark !== undefined) marks.push(mark);
    if (entry.kind === 'page' && entry.event === 'route' && !entry.path.includes('*')) hasScreens = true;
  }
  return { file, header, marks, hasScreens, endMs, failure: failure() };
}
