import { isAppPath } from '../../shared/app-paths.ts';
import type { ReadFailure } from '../fold/reader.ts';
import type { RecordingHeader } from '../format/format.ts';
import { type Mark, markOf } from '../format/mark.ts';
import { shownScreen } from '../format/shown-screen.ts';
import { openRecording } from './entries.ts';

/** What a recording tells of how its user saw the app. */
export interface RecordedView {
  readonly file: string;
  readonly header: RecordingHeader;
  readonly marks: readonly Mark[];
  /** The path of the screen that was open then; undefined if none was recorded, or its address is masked. */
  screenAt(atMs: number): string | undefined;
  readonly failure: ReadFailure | undefined;
}

/** Reads the whole recording. @throws RecordingError if the file is not a recording */
export async function readView(file: string): Promise<RecordedView> {
  const { header, entries, failure } = await openRecording(file);
  const marks: Mark[] = [];
  const routes: { readonly atMs: number; path: string }[] = [];
  for await (const { entry } of entries) {
    const mark = markOf(entry);
    if (mark !== undefined) marks.push(mark);
    const open = routes.at(-1);
    if (open !== undefined) open.path = shownScreen(open.path, entry);
    if (entry.kind === 'page' && entry.event === 'route' && isAppPath(entry.path.replace(/[?#].*$/, '')))
      routes.push({ atMs: entry.at, path: entry.path });
  }
  return {
    file,
    header,
    marks,
    screenAt: (atMs) => (routes.findLast((route) => route.atMs <= atMs) ?? routes[0])?.path,
    failure: failure(),
  };
}
