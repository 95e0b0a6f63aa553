import { encodingOf, HEAD_BYTES, packingOf } from '../../shared/file-bytes.ts';
import { RecordingError } from './format.ts';
import { type ZipMember, zipMembers } from './zip-members.ts';

/*
 * The text of a file, by the form that its bytes show: plain, packed with gzip, or in a ZIP, in UTF-8 or UTF-16. It runs in browsers
 * and under Node, which unpack with means of their own.
 */

/** Bytes in parts, cut anywhere. */
export type Bytes = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** How a stream may be packed: as `DecompressionStream` calls it. */
export type PackedAs = 'gzip' | 'deflate' | 'deflate-raw' | 'brotli' | 'zstd';

/** Unpacks a stream. @throws RecordingError, while it is read, if it is damaged, or packed as this platform does not unpack */
export type Unpack = (how: PackedAs, bytes: Bytes) => Bytes;

/** A bound for archives that unpack to far more than anybody recorded: days of a busy market have less. */
const MAX_UNPACKED_BYTES = 2 * 1024 ** 3;
/** An archive is held in memory, since its directory is at its end. */
const MAX_ARCHIVE_BYTES = 512 * 1024 ** 2;
/** Packed twice, as a mail program or a server does with what is packed already, in an archive. */
const MAX_LAYERS = 4;

/** @throws RecordingError, while it is read, for damage of the packing, an archive without a recording, or too much */
export async function* packedText(bytes: Bytes, unpack: Unpack, layers = 0): AsyncGenerator<string> {
  const { head, whole } = await peeked(bytes);
  const packing = packingOf(head);
  if (packing === 'none') yield* decoded(whole, encodingOf(head));
  else if (layers === MAX_LAYERS) throw new RecordingError('it is packed too many times');
  else if (packing === 'gzip') yield* packedText(bounded(unpack('gzip', whole)), unpack, layers + 1);
  else {
    const members = zipMembers(await collected(whole, MAX_ARCHIVE_BYTES));
    yield* packedText(memberBytes(recordedIn(members), unpack), unpack, layers + 1);
  }
}

/** What a member has, unpacked. */
function memberBytes(member: ZipMember, unpack: Unpack): Bytes {
  if (member.method === 'unknown')
    throw new RecordingError(`${member.name} is encrypted, or packed in no known way`);
  const packed = onePart(member.bytes);
  return bounded(member.method === 'stored' ? packed : unpack('deflate-raw', packed));
}

export async function* onePart(
  bytes: Uint8Array<ArrayBuffer>,
): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield bytes;
}

/** Finds the files that belong to the recorded one, by their paths from there; undefined: the bytes are no archive. */
export async function filesBeside(
  bytes: Bytes,
  unpack: Unpack,
): Promise<((path: string) => Bytes | undefined) | undefined> {
  const { head, whole } = await peeked(bytes);
  if (packingOf(head) !== 'zip') return undefined;
  const members = zipMembers(await collected(whole, MAX_ARCHIVE_BYTES));
  const folder = recordedIn(members).name.replace(/[^/]*$/, '');
  const byName = new Map(members.map((member) => [member.name, member]));
  return (path) => {
    const member = byName.get(folder + path);
    return member && memberBytes(member, unpack);
  };
}

const isHar = ({ name }: ZipMember): boolean => /\.har(\.gz)?$/i.test(name);
const isRecording = ({ name }: ZipMember): boolean => /\.jsonl(\.gz)?$/i.test(name);
const isArchive = ({ name }: ZipMember): boolean => /\.zip$/i.test(name);
/** As a report calls what was recorded before the app was loaded again, beside what it records now. */
const isEarlier = ({ name }: ZipMember): boolean => /-(interrupted|before-reload)\.jsonl(\.gz)?$/i.test(name);
const NAMED = 5;

/** What a report has besides the recording that is read. @param bytes of any file: others have none */
export async function earlierRecordings(bytes: Bytes, unpack: Unpack): Promise<readonly EarlierRecording[]> {
  const { head, whole } = await peeked(bytes);
  if (packingOf(head) !== 'zip') {
    await whole[Symbol.asyncIterator]().return?.();
    return [];
  }
  const members = zipMembers(await collected(whole, MAX_ARCHIVE_BYTES)).filter(isRecording);
  const earlier = members.every(isEarlier) ? [] : members.filter(isEarlier);
  return earlier.map((member) => ({ name: member.name, bytes: () => memberBytes(member, unpack) }));
}

export interface EarlierRecording {
  readonly name: string;
  readonly bytes: () => Bytes;
}

/**
 * The member that was recorded: a HAR, whose further members belong to it, or a recording.
 * @throws RecordingError without one, and with several
 */
function recordedIn(members: readonly ZipMember[]): ZipMember {
  for (const isWanted of [isHar, isRecording, isArchive]) {
    const found = members.filter(isWanted);
    const latest = found.filter((member) => !isEarlier(member));
    const [one, ...more] = latest.length === 0 ? found : latest;
    if (one === undefined) continue;
    if (more.length === 0) return one;
    throw new RecordingError(
      `the ZIP has several recordings: ${named([one, ...more])}; unpack the one to read`,
    );
  }
  const has = members.length === 0 ? 'it is empty' : `it has ${named(members)}`;
  throw new RecordingError(`the ZIP has no recording and no HAR: ${has}`);
}

function named(members: readonly ZipMember[]): string {
  const names = members.slice(0, NAMED).map(({ name }) => name);
  return names.join(', ') + (members.length > NAMED ? ` and ${members.length - NAMED} more` : '');
}

/** Reads the first bytes, without taking them from the whole. */
async function peeked(bytes: Bytes): Promise<{ readonly head: Uint8Array; readonly whole: Bytes }> {
  const parts = bytes[Symbol.asyncIterator]();
  const first: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await parts.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* whole() {
    try {
      yield* first;
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
    } finally {
      await parts.return?.();
    }
  }
  return { head: joined(first), whole: whole() };
}

async function* bounded(bytes: Bytes): Bytes & AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > MAX_UNPACKED_BYTES)
      throw new RecordingError(
        `it unpacks to more than ${MAX_UNPACKED_BYTES.toLocaleString('en')} bytes, the most that is read`,
      );
    yield part;
  }
}

/** All of it at once. @throws RecordingError if it is longer */
export async function collected(bytes: Bytes, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > most)
      throw new RecordingError(`it is longer than ${most.toLocaleString('en')} bytes, the most that is read`);
    parts.push(part);
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function* decoded(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of bytes) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

export const packingDamaged = (): RecordingError =>
  new RecordingError('the packed data is cut off or damaged');
