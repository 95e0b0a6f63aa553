import { RecordingError } from '../format/format.ts';

/** The text of a recording in parts cut anywhere; each call reads it from the beginning. */
export type TextSource = () => AsyncIterable<string>;

/** A file that somebody chose, unpacked when its name ends in `.gz`. */
export const blobSource =
  (file: Blob, name: string): TextSource =>
  () =>
    textOf(file, name.endsWith('.gz'));

async function* textOf(file: Blob, isPacked: boolean): AsyncGenerator<string> {
  const bytes = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw isPacked && error instanceof TypeError
      ? new RecordingError('the packed data is cut off or damaged')
      : error;
  } finally {
    // Nobody waits for what a broken file has to say about its end.
    reader.cancel().catch(() => undefined);
  }
}

/** What only an account's frames hold, as it stands in a line. */
const PRIVATE = /FOREX_TRADE|FOREX_CLOSED/;
const OVERLAP = 16;

/** Whether anybody was signed in at any time of a recording; reads no further than it must. */
export async function hasAccount(source: TextSource): Promise<boolean> {
  let end = '';
  try {
    for await (const text of source()) {
      const joined = end + text;
      if (PRIVATE.test(joined)) return true;
      end = joined.slice(-OVERLAP);
    }
  } catch {
    // Where a file breaks off, its reader says so.
  }
  return false;
}
