import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { zipSync } from 'fflate';
import { parseEntry, parseHeader, type RecordEntry } from '../../../replay/format/format.ts';
import { root } from '../../architecture/sources.ts';

/*
 * One session of the app, as a HAR in the forms that Playwright, proxies, browsers, archives and people make of it.
 */

type Json = Readonly<Record<string, unknown>>;
/** A file that the import is given, and those beside it. */
export interface Variant {
  readonly file: string;
  readonly files: Readonly<Record<string, Buffer>>;
}

const RECORDED = gunzipSync(readFileSync(join(root, 'tests/recordings/quiet-day.jsonl.gz'))).toString('utf8');
const [FIRST = '', ...LINES] = RECORDED.trimEnd().split('\n');
const START_MS = Date.parse(parseHeader(FIRST).started_at);
const TO_MS = 20_000;
const ENTRIES = LINES.map(parseEntry).filter(({ at }) => at < TO_MS);

const SOCKET_URL = 'wss://app.example.com/v1/ws';
const API = 'https://app.example.com';

type Answer = Extract<RecordEntry, { kind: 'http' }>;
export const FRAMES = ENTRIES.flatMap((one) => (one.kind === 'in' || one.kind === 'out' ? [one] : []));
/** Answers of a GET: the others have no query in a recording. */
export const ANSWERS = ENTRIES.filter(
  (one): one is Answer => one.kind === 'http' && one.path.startsWith('/v1/api/forex/'),
);

const iso = (ms: number): string => new Date(ms).toISOString();

export interface Forms {
  /** Of a message, from epoch ms. */
  readonly time?: (ms: number) => unknown;
  /** Of the beginning of an entry. */
  readonly started?: (ms: number) => unknown;
  readonly message?: (message: Json, at: number) => Json;
  readonly content?: (text: string) => Json;
  readonly headers?: (ms: number) => readonly Json[];
  readonly socket?: (messages: readonly Json[]) => Json;
}

/** The HAR as Playwright writes it, but for some forms. */
export function harIn({ time, started = iso, message, content, headers, socket }: Forms = {}): Json {
  const messages = FRAMES.map(({ at, kind, text }) => ({
    type: kind === 'in' ? 'receive' : 'send',
    time: (time ?? ((ms) => ms))(START_MS + at),
    opcode: 1,
    data: text,
  })).map((one, at) => message?.(one, at) ?? one);
  const answers = ANSWERS.map(({ at, path, query, body }) => ({
    startedDateTime: started(START_MS + at),
    time: 0,
    request: { method: 'GET', url: `${API}${path}?${new URLSearchParams(query)}`, headers: [] },
    response: {
      status: 200,
      headers: headers?.(START_MS + at) ?? [],
      content: { mimeType: 'application/json', ...(content ?? ((text) => ({ text })))(JSON.stringify(body)) },
    },
  }));
  const connection = {
    _resourceType: 'websocket',
    startedDateTime: started(START_MS),
    time: TO_MS,
    request: { method: 'GET', url: SOCKET_URL, headers: [] },
    response: { status: 101, headers: [], content: { size: -1, mimeType: 'x-unknown' } },
    ...(socket?.(messages) ?? { _webSocketMessages: messages }),
  };
  const creator = { name: 'Playwright', version: '1.65.0' };
  return { log: { version: '1.2', creator, pages: [], entries: [connection, ...answers] } };
}

export const textOf = (har: Json): string => JSON.stringify(har);
export const single = (content: string | Buffer, file = 'session.har'): Variant => ({
  file,
  files: { [file]: Buffer.from(content) },
});
export const har = (forms?: Forms): Variant => single(textOf(harIn(forms)));

/** `content: 'attach'`: messages and answers in files of their own. */
export function attached(forms: Forms = {}, folder = ''): Variant {
  const files: Record<string, Buffer> = {};
  const content = (text: string): Json => {
    const name = `${folder}${Object.keys(files).length}.json`;
    files[name] = Buffer.from(text);
    return { _file: name };
  };
  const socket = (messages: readonly Json[]): Json => {
    files[`${folder}socket.jsonl`] = Buffer.from(messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return { response: { status: 101, content: { mimeType: 'x-unknown', _file: `${folder}socket.jsonl` } } };
  };
  const text = textOf(harIn({ content, socket, ...forms }));
  return { file: 'har.har', files: { 'har.har': Buffer.from(text), ...files } };
}

export const zipped = ({ files }: Variant, level: 0 | 6 = 6): Variant =>
  single(Buffer.from(zipSync({ ...files }, { level })), 'session.zip');

const CODINGS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  'deflate without its head': deflateRawSync,
  zstd: zstdCompressSync,
} as const;

/** Bodies as a proxy saves them that does not unpack what it passes on. */
export function packedBodies(coding: keyof typeof CODINGS, hasHeader = true): Variant {
  const value = coding.split(' ')[0] ?? '';
  return har({
    content: (text) => ({ encoding: 'base64', text: CODINGS[coding](text).toString('base64') }),
    headers: () => (hasHeader ? [{ name: 'Content-Encoding', value }] : []),
  });
}

export const wall = (ms: number, hours: number): string => iso(ms + hours * 3_600_000).slice(0, -1);
export const relative = (ms: number): number => (ms - START_MS) / 1000;
export { iso, START_MS };
