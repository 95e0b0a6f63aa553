import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../../replay/play/file-source.ts';
import { survey } from '../../../replay/play/survey.ts';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { harOf, message, socket } from '../import/har-parts.ts';
import { place, replay, replayProcess } from './command.ts';

const PACKED = readFileSync(join(root, 'tests/recordings/stop-out.jsonl.gz'));
const TEXT = gunzipSync(PACKED).toString('utf8');
const { digest } = JSON.parse(readFileSync(join(root, 'tests/recordings/stop-out.state.json'), 'utf8'));

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const zip = (files: Record<string, Uint8Array>, level: 0 | 6 = 0): Buffer =>
  Buffer.from(zipSync(files, { level }));
/** As the app makes it. */
const REPORT = zip({
  'pipstream-2026-03-04T12-10-00-last-minutes.jsonl.gz': PACKED,
  'screen.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'figures.json': strToU8('{}'),
  'build.json': strToU8('{}'),
});

const FORMS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['packed.jsonl.gz', PACKED],
  ['plain-called.jsonl.gz', Buffer.from(TEXT)],
  ['packed-called.jsonl', PACKED],
  ['UPPER.JSONL.GZ', PACKED],
  ['renamed.txt', Buffer.from(TEXT)],
  ['twice.jsonl.gz.gz', gzipSync(PACKED)],
  ['mark.jsonl', Buffer.from(`\uFEFF${TEXT}`)],
  ['little.jsonl', utf16(TEXT)],
  ['big.jsonl', utf16(TEXT).swap16()],
  ['unmarked.jsonl', Buffer.from(TEXT, 'utf16le')],
  ['little.jsonl.gz', gzipSync(utf16(TEXT))],
  ['report.zip', REPORT],
  ['report.jsonl.gz', REPORT],
  ['deflated.zip', zip({ 'report/a.jsonl': strToU8(TEXT) }, 6)],
  [
    'of-a-mac.zip',
    zip({ 'a.jsonl.gz': PACKED, '__MACOSX/._a.jsonl.gz': strToU8('x'), '.DS_Store': strToU8('x') }),
  ],
  ['in-another.zip', zip({ 'report.zip': REPORT })],
];

describe.each(FORMS)('%s', (name, bytes) => {
  it('has the digest of what is in it on the command line, and in the app', async () => {
    expect(await replay([place(bytes, name), '--digest'])).toEqual({
      status: 0,
      out: `${digest}\n`,
      said: '',
    });
    const told = await survey(fileSource(new Blob([new Uint8Array(bytes)]), name));
    expect(told).toMatchObject({ ok: true, value: { digest } });
  });
});

describe('the ZIP of a report', () => {
  it('is read by every command', async () => {
    const folder = temporaryFolder();
    const [report, out] = [place(REPORT, 'report.zip'), join(folder, 'out.jsonl')];
    const other = join(root, 'tests/recordings/quiet-day.jsonl.gz');
    for (const args of [
      [report, '--state'],
      [report, '--trail'],
      [report, '--indicators', 'sma:20'],
      ['frames', report, '--to', '1000'],
      ['--diff', report, join(root, 'tests/recordings/stop-out.jsonl.gz')],
      ['cut', report, '--from', '0:05', '--out', out],
      ['filter', report, '--topic', 'DAY_MARKET', '--out', out],
      ['merge', other, report, '--out', out],
      ['anonymise', report, '--out', out],
      [report, '--har', out],
    ])
      expect([args, await replay(args)]).toEqual([args, expect.objectContaining({ status: 0 })]);
  });

  it('of somebody who reloaded the app has more recordings: the last is read, and the others are named', async () => {
    const other = readFileSync(join(root, 'tests/recordings/quiet-day.jsonl.gz'));
    const [before, interrupted] = ['p-2026-before-reload.jsonl.gz', 'p-2026-interrupted.jsonl.gz'];
    const bytes = zip({ [before]: other, 'p-2026-last-minutes.jsonl.gz': PACKED, [interrupted]: other });
    const file = place(bytes, 'r.zip');
    expect(await replay([file, '--digest'])).toEqual({
      status: 0,
      out: `${digest}\n`,
      said: `${file} also has ${before} and ${interrupted}: unpack it to read that.\n`,
    });
    const told = await survey(fileSource(new Blob([new Uint8Array(bytes)]), 'r.zip'));
    expect(told).toMatchObject({ ok: true, value: { digest } });
  });

  it('is imported as the recording that it has', async () => {
    const out = join(temporaryFolder(), 'out.jsonl');
    const { status, said } = await replay(['import', place(REPORT, 'r.zip'), '--from', 'har', '--out', out]);
    expect([status, said]).toEqual([0, expect.stringContaining('is a recording already')]);
    expect(await replay([out, '--digest'])).toMatchObject({ out: `${digest}\n` });
    const venue = await replay(['import', place(REPORT, 'r.zip'), '--from', 'kraken', '--out', `${out}2`]);
    expect(venue).toMatchObject({ status: 2, said: expect.stringContaining('it is a recording already') });
    expect(existsSync(`${out}2`)).toBe(false);
  });

  it('becomes a test as the recording that it has', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'tests'));
    const { status } = await replayProcess([place(REPORT, 'report.zip'), '--golden', 'mine'], { cwd });
    expect(status).toBe(0);
    const golden = readFileSync(join(cwd, 'tests', 'recordings', 'mine.jsonl.gz'));
    expect(gunzipSync(golden).toString('utf8')).toBe(TEXT);
  });

  it('may have a HAR in place of a recording', async () => {
    const har = harOf(
      socket('wss://api.example.com/v1/ws', 0, [
        message('receive', 1, 1, 'pong'),
        message('send', 2, 1, 'ping'),
      ]),
    );
    const file = place(zip({ 'a/session.har': strToU8(har), 'a/readme.txt': strToU8('x') }, 6), 'har.zip');
    const out = join(temporaryFolder(), 'out.jsonl');
    expect(await replay(['import', file, '--from', 'har', '--out', out])).toMatchObject({ status: 0 });
  });

  it.each([
    [
      'without a recording',
      zip({ 'a.txt': strToU8('x') }),
      'the ZIP has no recording and no HAR: it has a.txt',
    ],
    ['that is empty', zip({}), 'the ZIP has no recording and no HAR: it is empty'],
    [
      'with two',
      zip({ 'a.jsonl': strToU8(TEXT), 'b.jsonl.gz': PACKED }),
      'the ZIP has several recordings: a.jsonl, b.jsonl.gz; unpack the one to read',
    ],
    ['that is cut off', REPORT.subarray(0, REPORT.length - 30), 'the ZIP is cut off or damaged'],
    [
      'with another layer than anybody makes',
      [1, 2, 3, 4].reduce((one) => gzipSync(one), PACKED),
      'packed too many times',
    ],
  ])('%s is refused with a sentence', async (_name, bytes, sentence) => {
    const { status, said } = await replay([place(bytes, 'a.zip'), '--state']);
    expect([status, said]).toEqual([2, expect.stringContaining(sentence)]);
    const told = await survey(fileSource(new Blob([new Uint8Array(bytes)]), 'a.zip'));
    expect(told).toMatchObject({
      ok: false,
      error: { facts: { reason: expect.stringContaining(sentence) } },
    });
  });
});
