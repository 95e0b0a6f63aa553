import { ROUTES } from '../../shared/contract/routes.ts';
import { parseEntry, RecordingError } from '../format/format.ts';
import { linesOf, type TextSource } from '../format/lines.ts';
import type { RecordedAnswer } from './live-answers.ts';

/** Reads a file that the user chose, and unpacks it if its name ends in `.gz`. @throws RecordingError */
export const blobSource =
  (file: Blob, name: string): TextSource =>
  () =>
    textOf(file, name.endsWith('.gz'));

async function* textOf(file: Blob, isPacked: boolean): AsyncGenerator<string> {
  const bytes = isPacked
    ? file.stream().pipeThrough(inPieces()).pipeThrough(new DecompressionStream('gzip'))
    : file.stream();
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

/** Damage loses no more than what its piece unpacks to. */
const PIECE_BYTES = 512;

/** A broken stream drops what nobody has read yet: small pieces are read before the next one is unpacked. */
const inPieces = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(bytes, to) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) to.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    },
  });

/** What a replay has to know before the first record. */
interface Foresight {
  /** Whether the recording has a signed-in session anywhere. */
  readonly hasAccount: boolean;
  /**
   * The first answer with the names of the categories. An app that plays from the start asks for them before the
   * recording has them, and never again.
   */
  readonly categories: RecordedAnswer | undefined;
}

/** Only the frames of an account contain it. */
const PRIVATE = /FOREX_TRADE|FOREX_CLOSED/;
const CATEGORIES = ROUTES.getCategories.path;

/** Looks through the recording; reads no further than needed. */
export async function foresee(source: TextSource): Promise<Foresight> {
  let hasAccount = false;
  let categories: RecordedAnswer | undefined;
  try {
    for await (const line of linesOf(source())) {
      hasAccount ||= PRIVATE.test(line);
      if (categories === undefined && line.includes(CATEGORIES)) categories = answerAt(CATEGORIES, line);
      if (hasAccount && categories !== undefined) break;
    }
  } catch {
    // The player reports the damage.
  }
  return { hasAccount, categories };
}

function answerAt(path: string, line: string): RecordedAnswer | undefined {
  const entry = parseEntry(line);
  return entry.kind === 'http' && entry.path === path ? entry : undefined;
}
