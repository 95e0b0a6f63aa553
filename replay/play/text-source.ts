import { RecordingError } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';

/** Reads a file that the user chose, and unpacks it if its name ends in `.gz`. @throws RecordingError */
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
    if (isPacked && error instanceof TypeError)
      throw new RecordingError('the packed data is cut off or damaged');
    throw new RecordingError(error instanceof Error ? error.message : String(error));
  } finally {
    // A broken file may fail again here; that failure is of no interest.
    reader.cancel().catch(() => undefined);
  }
}

/** Only the frames of an account contain it. */
const PRIVATE = /FOREX_TRADE|FOREX_CLOSED/;
const OVERLAP = 16;

/** Whether the recording has a signed-in session anywhere; reads no further than needed. */
export async function hasAccount(source: TextSource): Promise<boolean> {
  let end = '';
  try {
    for await (const text of source()) {
      const joined = end + text;
      if (PRIVATE.test(joined)) return true;
      end = joined.slice(-OVERLAP);
    }
  } catch {
    // The player reports the damage.
  }
  return false;
}
