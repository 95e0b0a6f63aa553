import { ROUTES } from '../../shared/contract/routes.ts';
import { HEARTBEAT_MS, MAX_MISSED_HEARTBEATS, STABLE_AFTER_MS, STALE_AFTER_MS } from '../../shared/limits.ts';
import { createTimeOrder, parseEntry, type RecordEntry, RecordingError } from '../format/format.ts';
import { linesOf, type TextSource } from '../format/lines.ts';
import { type Bytes, type PackedAs, packedText, packingDamaged } from '../format/packed-text.ts';
import type { RecordedAnswer } from './live-answers.ts';

/** Reads a file that the user chose; its first bytes decide how it is packed. @throws RecordingError as `packedText` */
export const blobSource =
  (file: Blob): TextSource =>
  () =>
    packedText(bytesOf(file), unpack);

/** @throws RecordingError, while it is read, if the file is gone */
export async function* bytesOf(file: Blob): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* partsOf(file.stream());
  } catch (error) {
    throw new RecordingError(error instanceof Error ? error.message : String(error));
  }
}

/** Unpacks what this browser can. */
export async function* unpack(how: PackedAs, bytes: Bytes): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* partsOf(streamOf(bytes).pipeThrough(inPieces()).pipeThrough(decompression(how)));
  } catch (error) {
    throw error instanceof TypeError ? packingDamaged() : error;
  }
}

function decompression(
  how: PackedAs,
): ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  try {
    // The types of the DOM lack some of the formats.
    return new DecompressionStream(how as CompressionFormat);
  } catch {
    throw new RecordingError(`this browser does not unpack ${how}`);
  }
}

function streamOf(bytes: Bytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(to) {
      const { done, value } = await parts.next();
      if (done) to.close();
      else to.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

async function* partsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
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
  /**
   * Where a client has to connect to find at the moment the connection that one has which was there from the start: also
   * one that was silent for a while, or that was lost.
   */
  readonly fromMs: number;
}

/** Only the frames of an account contain it. */
const PRIVATE = /FOREX_TRADE|FOREX_CLOSED/;
const CATEGORIES = ROUTES.getCategories.path;
/** Of the last openings and losses so many are enough to find where to connect. */
const MAX_LINKS = 10_000;
/** Also in the text of other records, but no other line has to be parsed. */
const LINK = /"(?:open|close)"/;
const RECEIVED = '"kind":"in"';
const AT = /^\{"at":(\d+(?:\.\d+)?),/;

/**
 * Looks through the recording; reads no further than needed.
 * @param atMs the moment at which the replay starts
 */
export async function foresee(source: TextSource, atMs: number): Promise<Foresight> {
  const follow = createTimeOrder();
  let hasAccount = false;
  let categories: RecordedAnswer | undefined;
  let isThere = atMs === 0;
  const link: RecordEntry[] = [];
  let receivedMs = 0;
  try {
    for await (const line of linesOf(source())) {
      hasAccount ||= PRIVATE.test(line);
      if (categories === undefined && line.includes(CATEGORIES)) categories = answerAt(CATEGORIES, line);
      const at = AT.exec(line)?.[1];
      const lineMs = Number(at ?? 0);
      if (at !== undefined) follow(lineMs);
      isThere ||= lineMs > atMs;
      if (!isThere && LINK.test(line)) link.push(parseEntry(line));
      if (link.length > 2 * MAX_LINKS) link.splice(0, MAX_LINKS);
      if (!isThere && line.includes(RECEIVED)) receivedMs = lineMs;
      if (hasAccount && categories !== undefined && isThere) break;
    }
  } catch {
    // The player reports the damage.
  }
  return { hasAccount, categories, fromMs: connectMs(link, receivedMs, atMs) };
}

/** After this long a link counts as lost. */
const LONGEST_SILENCE_MS = (MAX_MISSED_HEARTBEATS + 2) * HEARTBEAT_MS;

/**
 * Only after a while a silent connection counts as such, and as lost for the first time.
 * @param link openings and losses up to `atMs`
 * @param heardMs when the last frame before that was received
 */
function connectMs(link: readonly RecordEntry[], receivedMs: number, atMs: number): number {
  let fromMs = Math.min(atMs - STALE_AFTER_MS, Math.max(receivedMs, atMs - LONGEST_SILENCE_MS)) - 1;
  let upMs = Number.POSITIVE_INFINITY;
  for (const { kind, at } of link.toReversed()) {
    if (kind === 'open') upMs = at;
    else if (kind === 'close' && upMs >= fromMs) {
      fromMs = Math.min(fromMs, at - STABLE_AFTER_MS - 1);
      upMs = at;
    }
  }
  return Math.max(0, Math.floor(fromMs));
}

function answerAt(path: string, line: string): RecordedAnswer | undefined {
  const entry = parseEntry(line);
  return entry.kind === 'http' && entry.path === path ? entry : undefined;
}
