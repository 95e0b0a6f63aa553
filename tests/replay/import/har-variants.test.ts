import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseEntry, parseHeader, type RecordEntry } from '../../../replay/format/format.ts';
import { fileSource } from '../../../replay/play/file-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { replay } from '../cli/command.ts';
import {
  ANSWERS,
  attached,
  FRAMES,
  har,
  harIn,
  iso,
  packedBodies,
  relative,
  START_MS,
  single,
  textOf,
  type Variant,
  wall,
  zipped,
} from './har-variants.ts';

const TEXT = textOf(harIn());
const minimal = { time: () => -1 };
const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

async function imported({ file, files }: Variant) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const out = join(folder, 'out', 'recording.jsonl');
  mkdirSync(dirname(out));
  const { status, said } = await replay(['import', join(folder, file), '--from', 'har', '--out', out]);
  return { status, said, text: status === 0 || status === 3 ? readFileSync(out, 'utf8') : '' };
}

function recordsIn(text: string) {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const entries = lines.map(parseEntry);
  return {
    startMs: Date.parse(parseHeader(first).started_at),
    texts: (kind: 'in' | 'out') =>
      entries.flatMap((one) => (one.kind === kind && 'text' in one ? [one.text] : [])),
    answers: entries.flatMap((one) => (one.kind === 'http' ? [one.path] : [])),
    times: entries.map(({ at }) => at),
    entries,
  };
}

const framesOf = (kind: 'in' | 'out') => FRAMES.flatMap((one) => (one.kind === kind ? [one.text] : []));
const lastAt = Math.max(...[...FRAMES, ...ANSWERS].map(({ at }: RecordEntry) => at));

const WHOLE: readonly (readonly [name: string, variant: Variant])[] = [
  ['Playwright, embed', har()],
  ['Playwright, embed, in an archive', zipped(har())],
  ['Playwright, attach, in a folder', attached()],
  ['Playwright, attach, in a folder of its own', attached({}, 'resources/')],
  ['Playwright, attach, in an archive', zipped(attached())],
  ['Playwright, attach, in an archive that is not packed', zipped(attached(), 0)],
  ['times in seconds', har({ time: (ms) => ms / 1000 })],
  ['times in microseconds', har({ time: (ms) => ms * 1000 })],
  ['times as ISO 8601', har({ time: iso })],
  ['times from the opening', har({ time: relative })],
  ['times from the opening, in milliseconds', har({ time: (ms) => relative(ms) * 1000 })],
  ['times as texts of numbers', har({ time: (ms) => String(ms / 1000), started: String })],
  ['without a zone, messages with epoch times', har({ started: (ms) => wall(ms, 8) })],
  ['without a zone, west of Greenwich', har({ started: (ms) => wall(ms, -3.5) })],
  ['without a zone, messages from the opening', har({ started: (ms) => wall(ms, 5.75), time: relative })],
  ['without a zone, messages too', har({ started: (ms) => wall(ms, 2), time: (ms) => wall(ms, 2) })],
  [
    'with a blank for the T, and a short zone',
    har({ started: (ms) => `${wall(ms, 1).replace('T', ' ')} +01` }),
  ],
  ['a comma before the fraction', har({ started: (ms) => iso(ms).replace('.', ',') })],
  ['the beginning as epoch ms', har({ started: (ms) => ms })],
  ['bodies as base64', har({ content: (text) => ({ encoding: 'base64', text: btoa(text) }) })],
  ['bodies as base64 that is not said to be', har({ content: (text) => ({ text: btoa(text) }) })],
  [
    'bodies as base64 for addresses',
    har({
      content: (text) => ({ encoding: 'BASE64', text: Buffer.from(text).toString('base64url') }),
    }),
  ],
  ['opcodes as names', har({ message: (one) => ({ ...one, opcode: 'text' }) })],
  [
    'opcodes as texts, types in capitals',
    har({ message: (one) => ({ ...one, opcode: '1', type: String(one['type']).toUpperCase() }) }),
  ],
  [
    'addresses without a host',
    single(
      TEXT.replaceAll('wss://app.example.com', '')
        .replaceAll('https://app.example.com', '')
        .replaceAll('"GET"', '"get"'),
    ),
  ],
  ['bodies packed with gzip', packedBodies('gzip')],
  ['bodies packed with gzip, without a header', packedBodies('gzip', false)],
  ['bodies packed with br', packedBodies('br')],
  ['bodies packed with deflate', packedBodies('deflate')],
  ['bodies packed with deflate alone', packedBodies('deflate without its head')],
  ['bodies packed with zstd', packedBodies('zstd')],
  [
    'bodies packed with gzip, a character for each byte',
    har({ content: (text) => ({ text: gzipSync(text).toString('latin1') }) }),
  ],
  ['packed', single(gzipSync(TEXT), 'session.har.gz')],
  ['packed, in capitals', single(gzipSync(TEXT), 'SESSION.HAR.GZ')],
  ['packed without saying so', single(gzipSync(TEXT))],
  ['not packed, but saying so', single(TEXT, 'session.har.gz')],
  ['under another name', single(TEXT, 'session.json')],
  ['with a byte order mark', single(`\uFEFF${TEXT}`)],
  ['in UTF-16', single(utf16)],
  ['in UTF-16 of the other order', single(Buffer.from(utf16).swap16())],
  ['indented, with carriage returns', single(JSON.stringify(harIn(), null, 2).replaceAll('\n', '\r\n'))],
  [
    'messages packed one by one',
    har({
      message: (one) => ({ ...one, opcode: 2, data: gzipSync(String(one['data'])).toString('base64') }),
    }),
  ],
  ['messages as binary', har({ message: (one) => ({ ...one, opcode: 2, data: btoa(String(one['data'])) }) })],
];

it.each(WHOLE)('a HAR %s has all frames, answers and times, with status 0', async (_name, variant) => {
  const { status, said, text } = await imported(variant);
  expect([status, said]).toEqual([0, expect.not.stringContaining('dropped')]);
  const { startMs, texts, answers, times } = recordsIn(text);
  expect(texts('in')).toEqual(framesOf('in'));
  expect(texts('out')).toHaveLength(framesOf('out').length);
  expect(answers.toSorted()).toEqual(ANSWERS.map(({ path }) => path).toSorted());
  expect(startMs).toBe(START_MS);
  expect(times.at(-1)).toBeCloseTo(lastAt, 0);
});

// Browsers do not unpack zstd for a page.
it.each(WHOLE.filter(([name, { files }]) => Object.keys(files).length === 1 && !name.endsWith('zstd')))(
  'the app reads the same of a HAR %s',
  async (_name, { file, files }) => {
    let text = '';
    for await (const part of fileSource(new Blob([new Uint8Array(files[file] ?? [])]), file)()) text += part;
    const { texts, answers } = recordsIn(text);
    expect(texts('in')).toEqual(framesOf('in'));
    expect(answers).toHaveLength(ANSWERS.length);
  },
);

it.each([
  ['embed', har(minimal)],
  ['attach, in an archive', zipped(attached(minimal))],
])(
  'Playwright, minimal, %s: frames are placed by the times in them, and it is said',
  async (_name, variant) => {
    const { status, said, text } = await imported(variant);
    expect([status, said]).toEqual([
      0,
      expect.stringContaining(`without a time of their own, placed by what is around them: ${FRAMES.length}`),
    ]);
    const { texts, times } = recordsIn(text);
    expect(texts('in')).toEqual(framesOf('in'));
    const last = Math.max(...FRAMES.flatMap(({ text: frame, at }) => (frame.includes('"ts":') ? [at] : [])));
    expect(Math.abs((times.at(-1) ?? 0) - last)).toBeLessThan(1_000);
  },
);

it('a HAR without any time of its own has those in its frames, and of the headers of its answers', async () => {
  const { status, text } = await imported(
    har({
      time: () => '-1',
      started: () => -1,
      headers: (ms) => [{ name: 'Date', value: new Date(ms).toUTCString() }],
    }),
  );
  expect(status).toBe(0);
  const { texts, answers } = recordsIn(text);
  expect(texts('in')).toEqual(framesOf('in'));
  expect(answers).toHaveLength(ANSWERS.length);
});

it('a HAR without a zone anywhere is taken for UTC, and it is said', async () => {
  const { status, said, text } = await imported(
    har({ started: (ms) => wall(ms, 0), socket: () => ({ _webSocketMessages: [] }) }),
  );
  expect([status, said]).toEqual([0, expect.stringContaining('they were taken for UTC')]);
  expect(recordsIn(text).answers).toHaveLength(ANSWERS.length);
});

it('a HAR without a zone has that of the headers of its answers', async () => {
  const { said, text } = await imported(
    har({
      started: (ms) => wall(ms, 9),
      headers: (ms) => [{ name: 'date', value: new Date(ms).toUTCString() }],
      socket: () => ({ _webSocketMessages: [] }),
    }),
  );
  expect(said).toContain('it is UTC+09:00');
  expect(recordsIn(text).startMs).toBe(START_MS);
});

const INCOMPLETE: readonly (readonly [name: string, variant: Variant, said: string])[] = [
  [
    'whose messages were saved in a file that is not there',
    har({ socket: () => ({ response: { status: 101, content: { _file: 'gone.jsonl' } } }) }),
    'dropped: socket saved in another file, which is not there 1',
  ],
  [
    'with a file above its folder',
    har({ socket: () => ({ response: { status: 101, content: { _file: '../har.har' } } }) }),
    'dropped: socket saved in another file, which is not there 1',
  ],
  [
    'without messages, as Firefox writes it',
    har({ socket: () => ({}) }),
    'Its sockets were saved without their messages',
  ],
  [
    'in which every fifth message is of no known kind',
    har({ message: (one, at) => (at % 5 === 0 ? { ...one, opcode: 7 } : one) }),
    'More than a tenth of the frames and answers was dropped',
  ],
  [
    'whose answers were saved without their bodies',
    har({ content: () => ({}), socket: (all) => ({ _webSocketMessages: all.slice(0, 5) }) }),
    `dropped: answer saved without its body ${ANSWERS.length}`,
  ],
  [
    'whose bodies are packed in no known way',
    har({
      content: (text) => ({ encoding: 'base64', text: gzipSync(text).subarray(2).toString('base64') }),
      headers: () => [{ name: 'content-encoding', value: 'gzip' }],
      socket: (all) => ({ _webSocketMessages: all.slice(0, 5) }),
    }),
    `dropped: answer packed with gzip, and could not be unpacked here ${ANSWERS.length}`,
  ],
];

it.each(INCOMPLETE)(
  'a HAR %s is incomplete: status 3, counted by reason, and said',
  async (_name, variant, why) => {
    const { status, said } = await imported(variant);
    expect([status, said]).toEqual([3, expect.stringContaining(why)]);
    expect(said).toContain(': the recording is incomplete.');
  },
);

it.each([
  ['whose attached files are missing', { ...attached(), files: { 'har.har': attached().files['har.har'] } }],
  ['that has neither messages nor bodies', har({ content: () => ({}), socket: () => ({}) })],
])('a HAR %s writes nothing and says what it has: status 2', async (_name, variant) => {
  const { status, said } = await imported(variant as Variant);
  expect([status, said]).toEqual([
    2,
    expect.stringMatching(/nothing could be read: .*; nothing was written/),
  ]);
});

it('the app lists what an incomplete HAR has lost', async () => {
  const [, { file, files }] = INCOMPLETE[2] ?? ['', har(), ''];
  let text = '';
  for await (const part of fileSource(new Blob([new Uint8Array(files[file] ?? [])]), file)()) text += part;
  expect(recordsIn(text).entries[0]).toMatchObject({
    kind: 'page',
    message: expect.stringContaining('without their messages'),
  });
});
