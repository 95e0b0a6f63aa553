import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCounters } from '../../../shared/stream/counters.ts';
import { createFrameDecoder } from '../../../shared/stream/frame-decoder.ts';
import {
  createMarketRows,
  createScan,
  ROW_LENGTH,
  scanMarketFrame,
} from '../../../shared/stream/market-scanner.ts';

const shared = createScan();

function scan(text: string) {
  const head = { seq: 0, ts: 0 };
  const rows = createMarketRows(1);
  if (!scanMarketFrame(shared, text, head, rows)) return undefined;
  const data = Array.from({ length: rows.count }, (_, row) => [
    ...rows.values.subarray(row * ROW_LENGTH, (row + 1) * ROW_LENGTH),
  ]);
  return { topic: 'DAY_MARKET', ...head, data };
}

/** As JSON.parse, with the close where a row has no ask. */
function parsed(text: string) {
  const value = JSON.parse(text);
  return { ...value, data: value.data.map((row: number[]) => (row.length === 5 ? [...row, row[1]] : row)) };
}

const frame = (seq: unknown, ts: unknown, data: unknown) =>
  JSON.stringify({ topic: 'DAY_MARKET', seq, ts, data });
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([points, decimals]) => Number((points / 10 ** decimals).toFixed(decimals)))
  // Smaller numbers print with an exponent.
  .filter((value) => value === 0 || value >= 1e-6);
const onePrice = fc.tuple(
  fc.nat(),
  decimal,
  decimal,
  fc.constantFrom(0, 1),
  fc.integer({ min: 0, max: 2 ** 45 }),
);
const row = fc.oneof(
  onePrice,
  fc.tuple(onePrice, decimal).map(([one, ask]) => [...one, ask]),
);

describe('the scanner', () => {
  test('parses every frame of the server exactly as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(row, { maxLength: 30 }), (seq, ts, data) => {
        const text = frame(seq, ts, data);
        expect(scan(text)).toEqual(parsed(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('parses any double bit for bit, or leaves it to JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          const text = frame(1, 2, [[3, a, b, 1, 4]]);
          const scanned = scan(text);
          if (scanned !== undefined) expect(scanned).toEqual(parsed(text));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('never accepts a text that JSON.parse refuses, and never returns another value', () => {
    const edit = fc.record({ at: fc.nat(200), remove: fc.nat(3), insert: fc.string({ maxLength: 3 }) });
    const digits = fc.record({
      at: fc.nat(200),
      remove: fc.nat(1),
      insert: fc.constantFrom('0', '.', '-', 'e', ',', ']', '[', ' ', '1'),
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(edit, digits), { maxLength: 3 }),
        (data, edits) => {
          let text = frame(7, 1_700_000_000_000, data);
          for (const { at, remove, insert } of edits)
            text = text.slice(0, at) + insert + text.slice(at + remove);
          const scanned = scan(text);
          if (scanned !== undefined) expect(scanned).toEqual(parsed(text));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['an exponent', '[[1,1e3,1,1,1]]'],
    ['a leading zero', '[[1,01.5,1,1,1]]'],
    ['no digit after the point', '[[1,1.,1,1,1]]'],
    ['four numbers', '[[1,1,1,1]]'],
    ['seven numbers', '[[1,1,1,1,1,1,1]]'],
    ['a comma after the last number', '[[1,1,1,1,1,]]'],
    ['a text', '[[1,"1",1,1,1]]'],
    ['null', '[[1,null,1,1,1]]'],
    ['blanks', '[[1, 1,1,1,1]]'],
    ['a trailing comma', '[[1,1,1,1,1],]'],
    ['more than nine significant decimals', '[[1,0.1234567891,1,1,1]]'],
    ['a letter outside ASCII', '[[1,1,1,1,1]]é'],
    ['more digits than a double holds', '[[1,12345678901234567890,1,1,1]]'],
  ])('leaves %s to the fallback', (_, data) => {
    expect(scan(`{"topic":"DAY_MARKET","seq":1,"ts":2,"data":${data}}`)).toBeUndefined();
  });
});

describe('the scanner, frame after frame,', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => [i, 1.5 + i, 1.25, 1, 1_700_000_000_000 + i]);

  test('parses a frame that is longer than all before it', () => {
    for (const count of [1, 3_000]) {
      const text = frame(1, 2, rows.slice(0, count));
      expect(scan(text)).toEqual(parsed(text));
    }
  });

  test('uses nothing of the previous frame when one is cut off', () => {
    const whole = frame(1, 2, rows.slice(0, 3));
    for (let stop = 0; stop < whole.length; stop++) {
      expect(scan(whole)).toBeDefined();
      expect(scan(whole.slice(0, stop))).toBeUndefined();
    }
  });
});

describe('the decoder', () => {
  const decodeAll = (...texts: string[]) => {
    const counters = createCounters();
    const decode = createFrameDecoder(counters);
    return { frames: texts.map((text) => decode(text)), counters };
  };

  test('uses the fallback for a market frame of another layout, and drops and counts only its bad rows', () => {
    const text =
      '{"seq":3,"ts":4,"topic":"DAY_MARKET","data":[[1,1.5,1,1,9],[2,"x",1,1,9],[3,1],[4,2e0,1,0,8]]}';
    const { frames, counters } = decodeAll(text);
    const [market] = frames;
    if (market?.kind !== 'market') throw new Error('no market frame');
    expect(market.rows.count).toBe(2);
    expect([...market.rows.values.subarray(0, 12)]).toEqual([1, 1.5, 1, 1, 9, 1.5, 4, 2, 1, 0, 8, 2]);
    expect(counters.malformedRow).toBe(2);
  });

  test.each(['{', '', 'pang', '[1', '{"topic":"DAY_MARKET","seq":1,"ts":2,"data":['])(
    'counts %j as malformed JSON',
    (text) => {
      const { frames, counters } = decodeAll(text);
      expect(frames).toEqual([undefined]);
      expect(counters.malformedJson).toBe(1);
    },
  );

  test.each([
    '1',
    'null',
    '[]',
    '{}',
    '{"cmd":"sub"}',
    '{"cmd":"dance","code":1}',
    '{"topic":"KLINE.X","seq":1.5,"ts":2,"data":[]}',
    '{"topic":5,"seq":1,"ts":2,"data":[]}',
    '{"topic":"DAY_MARKET","seq":1,"ts":2,"data":{}}',
  ])('counts %s as a malformed frame', (text) => {
    const { frames, counters } = decodeAll(text);
    expect(frames).toEqual([undefined]);
    expect(counters.malformedFrame).toBe(1);
  });

  // spec: 7.63
  test('recognises pongs, acknowledgements and data', () => {
    const { frames } = decodeAll(
      'pong',
      '{"cmd":"sub","topic":"CHAT","code":1,"msg":""}',
      '{"topic":"CHAT","seq":1,"ts":2,"data":{}}',
    );
    expect(frames).toEqual([
      { kind: 'pong' },
      { kind: 'ack', ack: { cmd: 'sub', topic: 'CHAT', code: 1, msg: '' } },
      { kind: 'data', topic: 'CHAT', seq: 1, ts: 2, data: {} },
    ]);
  });
});
