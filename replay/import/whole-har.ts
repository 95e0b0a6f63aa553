import { type Fields, fieldsOf, listOf, parseJson, textOf } from '../../shared/json.ts';
import { RecordingError } from '../format/format.ts';
import {
  type Bytes,
  collected,
  filesBeside,
  onePart,
  type PackedAs,
  packedText,
  type Unpack,
} from '../format/packed-text.ts';
import { isCall } from './har-http.ts';
import { isSocket, messagesOf } from './har-socket.ts';
import { type HarLog, parseHarLog, UNREAD } from './har-text.ts';

/*
 * A HAR with everything in place: what its writer saved in files of their own (Playwright's `attach`), and bodies that are
 * still packed, become texts of its entries. What cannot be had is said in the entry, and counted by the import.
 */

export interface HarSurroundings {
  /** A file beside the HAR, by its path in it; undefined: the file is missing. */
  readonly beside: (path: string) => Promise<Bytes | undefined>;
  readonly unpack: Unpack;
}

/**
 * What belongs to a HAR: the files of its archive, else those of its folder.
 * @param file the HAR's, or its archive's bytes, from the beginning at every call
 */
export function surroundingsOf(
  file: () => Bytes,
  unpack: Unpack,
  inFolder: HarSurroundings['beside'] = async () => undefined,
): HarSurroundings {
  let archive: ReturnType<typeof filesBeside> | undefined;
  return {
    unpack,
    async beside(path) {
      archive ??= filesBeside(file(), unpack);
      const files = await archive;
      return files === undefined ? inFolder(path) : files(path);
    },
  };
}

/** Of one body or one file of messages, unpacked. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** @throws RecordingError if the text is not a HAR */
export async function wholeHar(text: string, around: HarSurroundings): Promise<HarLog> {
  const { entries, ...log } = parseHarLog(text);
  const whole: Fields[] = [];
  for (const entry of entries) whole.push(await wholeEntry(entry, around));
  return { ...log, entries: whole };
}

async function wholeEntry(entry: Fields, around: HarSurroundings): Promise<Fields> {
  const { content } = fieldsOf(entry['response']);
  const { _file: file } = fieldsOf(content);
  try {
    if (isSocket(entry)) {
      const saved = messagesOf(entry) ?? (typeof file === 'string' ? await messagesIn(file, around) : []);
      return saved.length === 0
        ? entry
        : { ...entry, _webSocketMessages: await unpackedMessages(saved, around) };
    }
    if (!isCall(entry)) return entry;
    if (typeof file === 'string' && typeof fieldsOf(content)['text'] !== 'string')
      return withBody(entry, await textIn(file, around));
    if (isBase64(fieldsOf(content)) || beginsPacked(fieldsOf(content)['text']))
      return withBody(entry, await bodyOf(entry, around));
    return entry;
  } catch (error) {
    if (error instanceof RecordingError) return { ...entry, [UNREAD]: error.message };
    throw error;
  }
}

function withBody(entry: Fields, text: string): Fields {
  const response = fieldsOf(entry['response']);
  const { encoding: _, ...content } = fieldsOf(response['content']);
  return { ...entry, response: { ...response, content: { ...content, text } } };
}

const ABOVE = /(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:/;

async function textIn(file: string, { beside, unpack }: HarSurroundings): Promise<string> {
  const bytes = ABOVE.test(file) ? undefined : await beside(file);
  if (bytes === undefined) throw new RecordingError('saved in another file, which is not there');
  return textOfBytes(await collected(bytes, MAX_BODY_BYTES), unpack);
}

/** One message a line. A line that is cut off is as good as none, and counted. */
async function messagesIn(file: string, around: HarSurroundings): Promise<readonly unknown[]> {
  const lines = (await textIn(file, around)).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => parseJson(line) ?? line);
}

/** gzip, as base64. */
const PACKED = 'H4sI';

/** Some venues pack each message of its own. */
async function unpackedMessages(
  messages: readonly unknown[],
  { unpack }: HarSurroundings,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const one of messages) {
    const { data, opcode } = fieldsOf(one);
    const isPacked = opcode === BINARY && typeof data === 'string' && data.startsWith(PACKED);
    all.push(isPacked ? await unpackedMessage(fieldsOf(one), data, unpack) : one);
  }
  return all;
}

const [TEXT, BINARY] = [1, 2];

async function unpackedMessage(message: Fields, data: string, unpack: Unpack): Promise<Fields> {
  try {
    return { ...message, opcode: TEXT, data: await textOfBytes(bytesOfBase64(data), unpack) };
  } catch (error) {
    if (error instanceof RecordingError) return message;
    throw error;
  }
}

/** The names of codings, in the order in which browsers have them. */
const CODINGS: Readonly<Record<string, readonly PackedAs[]>> = {
  gzip: ['gzip'],
  'x-gzip': ['gzip'],
  // Some servers leave out what RFC 1950 puts around it.
  deflate: ['deflate', 'deflate-raw'],
  br: ['brotli'],
  zstd: ['zstd'],
};

/** A body that was saved as bytes: as it is, or unpacked as its header says. */
async function bodyOf(entry: Fields, { unpack }: HarSurroundings): Promise<string> {
  const { headers, content } = fieldsOf(entry['response']);
  const text = textOf(fieldsOf(content)['text']);
  let bytes = isBase64(fieldsOf(content)) ? bytesOfBase64(text) : bytesOfLatin(text);
  if (parseJson(new TextDecoder().decode(bytes)) !== undefined) return new TextDecoder().decode(bytes);
  const header = listOf(headers)
    .map(fieldsOf)
    .find(({ name }) => /^content-encoding$/i.test(textOf(name)));
  const codings = textOf(header?.['value'])
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  for (const coding of codings.toReversed()) {
    const how = CODINGS[coding];
    if (how !== undefined) bytes = await unpackedAny(how, bytes, { unpack, coding });
  }
  return textOfBytes(bytes, unpack);
}

async function unpackedAny(
  how: readonly PackedAs[],
  bytes: Uint8Array<ArrayBuffer>,
  { unpack, coding }: { readonly unpack: Unpack; readonly coding: string },
): Promise<Uint8Array<ArrayBuffer>> {
  for (const one of how)
    try {
      return await collected(unpack(one, onePart(bytes)), MAX_BODY_BYTES);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
    }
  throw new RecordingError(`packed with ${coding}, and could not be unpacked here`);
}

async function textOfBytes(bytes: Uint8Array<ArrayBuffer>, unpack: Unpack): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of packedText(onePart(bytes), unpack)) {
    length += part.length;
    if (length > MAX_BODY_BYTES) throw new RecordingError('longer than any body that is read');
    parts.push(part);
  }
  return parts.join('');
}

/** `{"` and the head of gzip begin so. */
const IN_BASE64 = /^(eyJ|H4sI)/;

/** Some writers do not say it. */
const isBase64 = ({ encoding, text }: Fields): boolean =>
  textOf(encoding).toLowerCase() === 'base64' || IN_BASE64.test(textOf(text));

/** A packed body in a text, a character for each byte. */
const beginsPacked = (text: unknown): boolean => typeof text === 'string' && text.startsWith('\x1f\x8b');

const bytesOfLatin = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (char) => char.charCodeAt(0));

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesOfLatin(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    throw new RecordingError('no base64');
  }
}
