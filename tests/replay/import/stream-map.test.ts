import { describe, expect, it } from 'vitest';
import { importFile } from '../../../replay/cli/conversion.ts';
import { captureOf } from '../../../replay/import/capture.ts';
import { importCapture } from '../../../replay/import/import-capture.ts';
import { mappedVenue, parseStreamMap } from '../../../replay/import/stream-map.ts';
import { place, replay } from '../cli/command.ts';
import { candlesOf, type Line, linesFrom, quoteRows, received, START_MS } from './importing.ts';

const DEALS = { symbol: 'pair', price: 'price' };

/** A capture that is read by a map. */
async function mapped(map: object, lines: readonly Line[]) {
  const read = parseStreamMap(JSON.stringify(map));
  if (!read.ok) throw new Error(read.error);
  const { entries, report } = await importCapture(mappedVenue(read.value), captureOf(linesFrom(lines)));
  const all = [];
  for await (const entry of entries) all.push(entry);
  return { entries: all, report };
}

const closes = ({ entries }: Awaited<ReturnType<typeof mapped>>) =>
  quoteRows(entries).map(([id, close]) => [id, close]);

describe('a map of a stream', () => {
  it('says where symbol, price, volume and time lie; candles sum the volume', async () => {
    const map = { ...DEALS, volume: 'size', time: 'at' };
    const deal = (ms: number, price: string, size: string) =>
      received(ms, { pair: 'ABC-USD', price, size, at: new Date(START_MS + ms).toISOString() });
    const { entries, report } = await mapped(map, [deal(0, '1.5', '0.25'), deal(100, '1.75', '2')]);
    expect(Object.fromEntries(report.taken)).toEqual({ trade: 2 });
    expect(candlesOf(entries, 'ABCUSD').map((row) => row.slice(1))).toEqual([[1.5, 1.75, 1.5, 1.75, 2.25]]);
    expect(quoteRows(entries).at(-1)).toEqual([1, 1.75, 1.5, 1, START_MS + 100]);
  });

  it('adds volumes exactly, however they are written, in minutes and in longer periods', async () => {
    const map = { ...DEALS, volume: 'size' };
    const sizes = ['0.1', 0.2, '1e-8', '.7', 'none', -5, 1e-7, '20.000000000001'];
    const lines = sizes.map((size, i) => received(i * 60_000, { pair: 'ABCUSD', price: 1, size }));
    const minutes = candlesOf((await mapped(map, lines)).entries, 'ABCUSD').map((row) => row[5]);
    expect(minutes).toEqual([0.1, 0.2, 1e-8, 0.7, 0, 0, 1e-7, 20.000000000001]);
    const oneMinute = lines.map((line, i) => ({ ...line, at_us: (START_MS + i) * 1_000 }));
    const { entries } = await mapped(map, oneMinute);
    expect(candlesOf(entries, 'ABCUSD').map((row) => row[5])).toEqual([21.000000110001]);
  });

  it.each([
    ['s', 1 / 1000],
    ['ms', 1],
    ['us', 1000],
    ['ns', 1e6],
  ])('may name the unit %s of times, which their size would not tell', async (unit, factor) => {
    const secondDayMs = 90_000_000;
    const map = { ...DEALS, time: 't', time_unit: unit };
    const { entries } = await mapped(map, [
      received(0, { pair: 'AB/CD', price: 2, t: secondDayMs * factor }),
    ]);
    expect(quoteRows(entries).at(-1)?.at(4)).toBe(secondDayMs);
  });

  it('reads each item of a list, in which $ stands for the message', async () => {
    const map = { each: '[1]', symbol: '$[-1]', price: '[0]' };
    const result = await mapped(map, [received(0, [7, [['1.5'], ['1.75']], 'trade', 'ABC/USD'])]);
    expect(closes(result).at(-1)).toEqual([1, 1.75]);
    expect(Object.fromEntries(result.report.taken)).toEqual({ trade: 2 });
  });

  it('takes the messages with given values alone, and counts the others by theirs', async () => {
    const map = { ...DEALS, where: { type: ['match', 'last'], 'meta.live': true } };
    const deal = (type: string, live: boolean, price: number) =>
      received(0, { type, meta: { live }, pair: 'ABCUSD', price });
    const { report } = await mapped(map, [
      deal('match', true, 1),
      deal('last', true, 2),
      deal('book', true, 3),
      deal('match', false, 4),
    ]);
    expect(Object.fromEntries(report.taken)).toEqual({ trade: 2 });
    expect(Object.fromEntries(report.ignored)).toEqual({
      'message with type "book"': 1,
      'message with meta.live false': 1,
    });
  });

  it('finds the symbol in a longer text, or has that of a stream of one instrument', async () => {
    const message = received(0, { channel: 'live_trades_abcusd', price: 1e-7 });
    const pattern = { symbol: 'channel', symbol_pattern: '^live_trades_(.+)$', price: 'price' };
    expect(closes(await mapped(pattern, [message]))).toEqual([[1, 1e-7]]);
    const { entries } = await mapped({ symbol: '=EUR/USD', price: 'price' }, [message]);
    expect(entries.find(({ kind }) => kind === 'http')).toMatchObject({
      body: { data: { list: [{ Code: 'EURUSD', ShowCode: 'EUR/USD' }] } },
    });
  });

  it.each([
    ['bid, beside the ask,', { bid: 'b', ask: 'a' }, 1.5, 1.75],
    ['bid alone', { bid: 'b' }, 1.5, undefined],
    ['ask of a stream without bids', { ask: 'a' }, 1.75, undefined],
  ])('without trades takes the %s for the price, and says so', async (_name, sides, price, ask) => {
    const result = await mapped({ symbol: 'pair', ...sides }, [
      received(0, { pair: 'ABC_USD', b: '1.5', a: '1.75' }),
    ]);
    expect(closes(result)).toEqual([[1, price]]);
    expect(quoteRows(result.entries)[0]?.[5]).toBe(ask);
    expect(result.report.notes).toEqual(['no trades of ABCUSD: the price is the best quote of its book']);
  });

  it('takes both prices of the newest quote of a book, in whichever order they come', async () => {
    const book = (ms: number, atMs: number, b: string, a: string) =>
      received(ms, { pair: 'ABC_USD', b, a, at: START_MS + atMs });
    const map = { symbol: 'pair', bid: 'b', ask: 'a', time: 'at', time_unit: 'ms' };
    const lines = [
      book(0, 1_000, '1.5', '1.75'),
      book(500, 500, '1.25', '2'),
      book(900, 1_500, '1.5', '1.8'),
    ];
    const rows = quoteRows((await mapped(map, lines)).entries);
    expect(rows.map(([, close, , , , ask]) => [close, ask])).toEqual([
      [1.5, 1.75],
      [1.5, 1.75],
      [1.5, 1.8],
    ]);
  });

  it('that finds nothing says what is missing, and where it looked', async () => {
    const messages = [received(0, { pair: 'ABCUSD', price: 1 })];
    await expect(mapped({ symbol: 'pear', price: 'price' }, messages)).rejects.toThrow(
      'no price of mapped stream in 1 lines (ignored: message without a symbol at pear 1)',
    );
    await expect(mapped({ symbol: 'pair', price: 'last', bid: 'bid' }, messages)).rejects.toThrow(
      'message without a price at last or bid 1',
    );
    await expect(mapped({ ...DEALS, time: 'at' }, messages)).rejects.toThrow(
      'message without a time at at 1',
    );
    await expect(mapped({ ...DEALS, each: 'data' }, messages)).rejects.toThrow(
      'message without a list at data 1',
    );
  });

  it.each([
    ['[]', 'it is no JSON object'],
    ['{', 'it is no JSON: '],
    [
      '{"symbol":"s","price":"p","simbol":"s"}',
      '"simbol" is not known; known are name, each, where, symbol, ',
    ],
    ['{"price":"p"}', '"symbol" is missing'],
    ['{"symbol":"s"}', 'it says of no price where it lies: "price", "bid" or "ask"'],
    ['{"symbol":"s","price":"a..b"}', '"price" must be a path such as data.trades[0].price, not "a..b"'],
    ['{"symbol":"s","price":7}', '"price" must be a path such as data.trades[0].price, not 7'],
    ['{"symbol":"=?","price":"p"}', '"symbol" must name an instrument such as =EUR/USD, not "=?"'],
    ['{"symbol":"s","price":"p","time_unit":"min"}', '"time_unit" must be one of s, ms, us, ns, not "min"'],
    ['{"symbol":"s","price":"p","where":"x"}', '"where" must be an object of paths and values'],
    ['{"symbol":"s","price":"p","where":{"a b":1}}', '"where": "a b" is not a path'],
    [
      '{"symbol":"s","price":"p","where":{"a":{}}}',
      '"where": the value of a must be a text, a number or a list of these',
    ],
    [
      '{"symbol":"s","price":"p","symbol_pattern":"("}',
      '"symbol_pattern" must be a pattern with a group, not "("',
    ],
    ['{"symbol":"s","price":"p","name":7}', '"name" is no text'],
  ])('%s is refused with the field that is wrong', (text, sentence) => {
    const read = parseStreamMap(text);
    expect(read.ok ? '' : read.error).toContain(sentence);
  });
});

describe('an import by a map', () => {
  const BARE = [0, 250]
    .map((ms) => `{"pair":"ABCUSD","price":${1.5 + ms / 1000},"t":${START_MS + ms}}\n`)
    .join('');

  it('reads lines that are messages alone, with the times that the map finds', async () => {
    const map = place(JSON.stringify({ ...DEALS, time: 't' }), 'map.json');
    const file = place(`{"hello":1}\n${BARE}`);
    const out = place('', 'out.jsonl');
    const { status, said } = await replay(['import', file, '--map', map, '--out', out]);
    expect([status, said]).toEqual([
      0,
      expect.stringContaining('taken: trade 2\nignored: message without a symbol at pair 1\n'),
    ]);
    const state = await replay([out, '--state']);
    expect(JSON.parse(state.out).quotes).toEqual({ ABCUSD: [1.75, 1.5, 1, START_MS + 250] });
  });

  it('says that such lines need a time, and which field of the map is wrong', async () => {
    const [file, out] = [place(BARE), place('', 'out.jsonl')];
    const said: string[] = [];
    const run = (map: object) =>
      importFile({
        file,
        from: { map: place(JSON.stringify(map), 'map.json') },
        out,
        say: (line) => void said.push(line),
      });
    expect(await run(DEALS)).toBe(2);
    expect(said.at(-1)).toContain('line 1: the message has no time: "time" of a map may say where it lies');
    expect(await run({ ...DEALS, each: '..' })).toBe(1);
    expect(said.at(-1)).toMatch(/map\.json: "each" must be a path/);
    const both = await replay(['import', file, '--map', 'a', '--from', 'kraken', '--out', out]);
    expect([both.status, both.said]).toEqual([1, expect.stringContaining('or with --map MAP for --from')]);
  });
});
