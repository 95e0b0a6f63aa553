import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exportHar, importFile } from '../../../replay/cli/conversion.ts';
import { root } from '../../architecture/sources.ts';
import { recordedData } from '../../helpers/recorded-data.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { harOf, message, socket } from '../import/har-parts.ts';
import { opened, received, START_MS, trade } from '../import/importing.ts';
import { replay } from './command.ts';

const capture = [opened(0), trade(10, '1.5'), trade(60, '1.75')].map((line) => `${JSON.stringify(line)}\n`);
const FUTURE = '{"e":"trade","E":1700000001000,"s":"BTCUSD_PERP","p":"61000.1","q":"1","T":1700000001000}';
const OURS = 'wss://api.example.com/v1/ws';
const HAR = harOf(
  socket('wss://api.example.com/v1/ws', 0, [message('receive', 1, 1, 'pong'), message('send', 2, 1, 'ping')]),
);

const records = (file: string) => {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

function place(content: string | Buffer, name = 'input') {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, content);
  const said: string[] = [];
  return { folder, file, out: join(folder, 'out.jsonl'), said, say: (line: string) => void said.push(line) };
}

describe('an import', () => {
  it('writes a recording and reports what it read', async () => {
    const { file, out, said, say } = place(capture.join(''));
    expect(await importFile({ file, from: 'binance-spot', out, say })).toBe(0);
    expect(records(out)[0]).toMatchObject({
      format: 'socket-recording',
      version: 1,
      app: 'import binance-spot',
    });
    expect(records(out)).toHaveLength(12);
    expect(said).toEqual([`${out}: 11 records from 3 lines`, 'taken: trade 2']);
  });

  it.each(['out.jsonl.gz', 'OUT.JSONL.GZ'])(
    'packs what is called %s, and reads a packed file',
    async (name) => {
      const { file, folder, say } = place(gzipSync(capture.join('')), 'input.jsonl.gz');
      const out = join(folder, name);
      expect(await importFile({ file, from: 'binance-spot', out, say })).toBe(0);
      expect(gunzipSync(readFileSync(out)).toString('utf8').trimEnd().split('\n')).toHaveLength(12);
    },
  );

  it('reads a map and a capture with a byte order mark, as some editors save them', async () => {
    const map = place('\uFEFF{"symbol":"s","price":"p"}', 'map.json').file;
    const line = JSON.stringify(received(1, { s: 'EUR/USD', p: '1.25' }));
    const { file, out, say } = place(Buffer.from(`\uFEFF${line}\r\n`, 'utf16le'));
    expect(await importFile({ file, from: { map }, out, say })).toBe(0);
    expect(records(out).at(-1)).toMatchObject({ text: expect.stringContaining('1.25') });
  });

  it('keeps the part before a cut, in a line or in the packing, and ends with status 2', async () => {
    const cut = place(capture.join('').slice(0, -20));
    expect(await importFile({ ...cut, from: 'binance-spot' })).toBe(2);
    expect(cut.said.at(-1)).toBe(
      `${cut.file}, line 3: the line is cut off or no JSON; what stands before it was kept`,
    );
    expect(records(cut.out)).toHaveLength(10);

    const many = Array.from(
      { length: 5_000 },
      (_, i) => `${JSON.stringify(trade(i * 20, String(1 + ((i * 7919) % 997))))}\n`,
    );
    const packed = gzipSync(many.join(''));
    const torn = place(packed.subarray(0, packed.length / 2), 'input.jsonl.gz');
    expect(await importFile({ ...torn, from: 'binance-spot' })).toBe(2);
    expect(torn.said.at(-1)).toMatch(
      /, line \d{3,4}: the packed data is cut off or damaged; what stands before it was kept$/,
    );
    expect(records(torn.out).length).toBeGreaterThan(1000);
  });

  it('keeps the part of a HAR before a cut', async () => {
    const cut = place(HAR.slice(0, HAR.indexOf('ping')));
    expect(await importFile({ ...cut, from: 'har' })).toBe(2);
    expect(cut.said.at(-1)).toMatch(
      /, line \d+: the text is cut off or no JSON; what stands before it was kept$/,
    );
    expect(records(cut.out).slice(1)).toEqual([
      { at: 0, kind: 'open' },
      { at: 1000, kind: 'in', text: 'pong' },
    ]);
  });

  it.each([
    [
      'only frames of another site',
      [message('receive', 1, 1, '{"price":"1.5"}'), message('receive', 2, 1, 'hello')],
      '2 of 2 frames received are of another site and would be masked; for a stream of another site use --map',
    ],
    [
      'only frames of a known venue',
      [message('receive', 1, 1, FUTURE)],
      '1 of 1 frames received are of another site and would be masked; for this site use --from binance-futures',
    ],
    [
      'only messages that cannot be read',
      [{ direction: 'up', time: 1_700_000_001, data: 'pong' }, message('receive', 1, 0, 'x')],
      'nothing could be read: message of no known type 1, message of no known opcode 1',
    ],
    [
      'only messages of another year',
      [message('receive', -400 * 86_400, 1, 'pong')],
      'nothing could be read: message without a time, or a year off its socket 1',
    ],
  ])('of a HAR with %s writes nothing, says so, and ends with status 2', async (_name, messages, reason) => {
    const { file, out, said, say } = place(harOf(socket('wss://dstream.binance.example/ws', 0, messages)));
    expect(await importFile({ file, from: 'har', out, say })).toBe(2);
    expect(said).toEqual([`${file}: ${reason}; nothing was written`]);
    expect(existsSync(out)).toBe(false);
  });

  it('of a HAR with some frames of another site says how many were masked', async () => {
    const { file, out, said, say } = place(
      harOf(
        socket('wss://api.example.com/v1/ws', 0, [
          message('receive', 1, 1, '{"topic":"DAY_MARKET","seq":1,"ts":1,"data":[]}'),
          message('receive', 2, 1, '{"e":"trade"}'),
        ]),
      ),
    );
    expect(await importFile({ file, from: 'har', out, say })).toBe(0);
    expect(said.at(-1)).toBe(
      'masked, since of another site: 1 of 2 frames received; for a stream of another site use --map',
    );
  });

  it('of a HAR counts the records in which something personal was masked', async () => {
    const login = '{"cmd":"login","params":{"token":"canary-5f2a"}}';
    const { file, out, said, say } = place(
      harOf(socket(OURS, 0, [message('send', 1, 1, login), message('receive', 2, 1, 'pong')])),
    );
    expect(await importFile({ file, from: 'har', out, say })).toBe(0);
    expect(said).toEqual([
      `${out}: 3 records from 3 lines`,
      'taken: out 1, in 1',
      'with masked values: out 1',
    ]);
  });

  it("reads a venue's frames from a HAR, of all of its sockets", async () => {
    const trade = (ms: number, p: string) =>
      JSON.stringify({ e: 'trade', E: START_MS + ms, s: 'BTCUSD_PERP', p, q: '1', T: START_MS + ms });
    const url = 'wss://dstream.binance.example/ws';
    const { file, out, said, say } = place(
      harOf(
        socket(
          url,
          0,
          [message('receive', 1, 1, trade(1_000, '61000.1')), message('receive', 9, 9, '')],
          9_000,
        ),
        socket(url, 2, [message('receive', 3, 1, trade(3_000, '61000.3'))]),
        socket(url, 20, [message('receive', 21, 1, trade(21_000, '61000.5'))]),
      ),
      'a.har',
    );
    expect(await importFile({ file, from: 'binance-futures', out, say })).toBe(0);
    expect(said).toEqual([
      expect.stringContaining(' records from 4 lines'),
      'taken: trade 3',
      'ignored: control frame 1',
    ]);
    const kinds = records(out).flatMap(({ at, kind }) =>
      kind === 'open' || kind === 'close' ? [[at, kind]] : [],
    );
    expect(kinds).toEqual([
      [0, 'open'],
      [20_000, 'close'],
      [20_000, 'open'],
    ]);
    expect(records(out).at(-2)).toMatchObject({ text: expect.stringContaining('KLINE.BTCUSD_PERP') });
  });

  it('names the instruments whose price is the best bid, for want of trades', async () => {
    const book = received(20, { u: 1, s: 'XYZUSDT', b: '7', B: '1', a: '9', A: '1' });
    const { file, out, said, say } = place([...capture, `${JSON.stringify(book)}\n`].join(''));
    expect(await importFile({ file, from: 'binance-spot', out, say })).toBe(0);
    expect(said.at(-1)).toBe('no trades of XYZUSDT: the price is the best quote of its book');
  });

  it('aborts an endless line instead of holding it in memory', async () => {
    const { file, out, said, say } = place(`${capture[0]}${capture[1]}${'x'.repeat(17 * 1024 * 1024)}`);
    expect(await importFile({ file, from: 'binance-spot', out, say })).toBe(2);
    expect(said.at(-1)).toContain('line 3: the line is too long');
    expect(records(out).at(-1)).toMatchObject({ at: 16, kind: 'in' });
  });

  it('of another format writes nothing, keeps the existing file, and ends with status 2', async () => {
    const { file, out, folder, said, say } = place(capture.join(''));
    writeFileSync(out, 'before');
    expect(await importFile({ file, from: 'kraken', out, say })).toBe(2);
    expect(await importFile({ file, from: 'har', out, say })).toBe(2);
    expect(said).toEqual([
      `${file}: no price of kraken in 3 lines (ignored: frame of no known kind 2); try --from binance-spot; nothing was written`,
      `${file}: line 1: the file is no HAR; nothing was written`,
    ]);
    expect(readFileSync(out, 'utf8')).toBe('before');
    expect(existsSync(join(folder, 'out.jsonl.part'))).toBe(false);
  });

  it('replaces an older result, but never its own input', async () => {
    const { file, out, said, say } = place(capture.join(''));
    writeFileSync(out, 'before');
    expect(await importFile({ file, from: 'binance-spot', out, say })).toBe(0);
    expect(records(out)).toHaveLength(12);
    expect(await importFile({ file, from: 'binance-spot', out: file, say })).toBe(1);
    expect(said.at(-1)).toBe(`${file} is the input: give another name to write to`);
    expect(readFileSync(file, 'utf8')).toBe(capture.join(''));
  });

  it('of a missing file ends with status 1 and a sentence', async () => {
    const { file, out, folder, said, say } = place('');
    expect(await importFile({ file, from: 'nowhere', out, say })).toBe(1);
    expect(await importFile({ file: join(folder, 'absent'), from: 'kraken', out, say })).toBe(1);
    const real = place(capture.join(''));
    expect(await importFile({ ...real, from: 'binance-spot', out: join(folder, 'absent', 'out'), say })).toBe(
      1,
    );
    expect(said[0]).toBe(
      '--from nowhere is not known: binance-spot, binance-futures, kraken, har; --map MAP reads any other JSON stream',
    );
    expect(said[1]).toContain('no such file');
    expect(said.at(-1)).toContain('no such file');
  });
});

describe('an export as HAR', () => {
  it('of an imported day returns the same recording, byte for byte', async ({ skip }) => {
    const file = recordedData(skip, 'ws', 'binance_futures_1_20210722.jsonl.gz');
    const { folder, say } = place('');
    const [first, har, second] = ['a.jsonl', 'a.har.gz', 'b.jsonl'].map((name) => join(folder, name));
    if (first === undefined || har === undefined || second === undefined) throw new Error('three names');
    expect(await importFile({ file, from: 'binance-futures', out: first, say })).toBe(0);
    expect(await exportHar({ file: first, out: har, say })).toBe(0);
    expect(await importFile({ file: har, from: 'har', out: second, say })).toBe(0);
    expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
    expect(statSync(second).size).toBeGreaterThan(50_000);
  });

  it('of a part of a recording returns that part, with all that its head knows', async () => {
    const { folder, out, say } = place('');
    const [part, har] = [join(folder, 'part.jsonl'), join(folder, 'part.har')];
    const whole = join(root, 'tests/recordings/stop-out.jsonl.gz');
    const cut = await replay(['cut', whole, '--from', '0:05', '--to', '0:15', '--out', part]);
    expect(cut.status, cut.said).toBe(0);
    expect(readFileSync(part, 'utf8')).toContain('"name":"counted"');
    expect(await exportHar({ file: part, out: har, say })).toBe(0);
    expect(await importFile({ file: har, from: 'har', out, say })).toBe(0);
    expect(records(out)).toEqual(records(part));
    // Where somebody else wrote the head, nothing else passes with it.
    const text = readFileSync(har, 'utf8').replace('"phase":"live"', '"phase":"a name","nick name":7');
    expect(text).toContain('a name');
    writeFileSync(har, text);
    expect(await importFile({ file: har, from: 'har', out, say })).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toMatch(/a name|nick/);
  });

  it('of a truncated recording holds the part before the cut, and ends with status 2', async () => {
    const header =
      '{"format":"socket-recording","version":1,"started_at":"2026-01-01T00:00:00.000Z","app":"1"}';
    const { file, out, said, say } = place(`${header}\n{"at":0,"kind":"open"}\n\n{"at":1,"kind":"in","te`);
    expect(await exportHar({ file, out, say })).toBe(2);
    expect(said).toEqual([`${file}, line 4: the line is cut off or no JSON; what stands before it was kept`]);
    expect(JSON.parse(readFileSync(out, 'utf8')).log.entries).toHaveLength(1);
  });

  it.each([
    ['', 'line 1: the file is empty'],
    ['{"format":"other"}', 'line 1: this is no recording: its first line has another format'],
  ])('of %j is refused', async (content, sentence) => {
    const { file, out, said, say } = place(content);
    expect(await exportHar({ file, out, say })).toBe(2);
    expect(said).toEqual([`${file}: ${sentence}; nothing was written`]);
    expect(existsSync(out)).toBe(false);
  });
});
