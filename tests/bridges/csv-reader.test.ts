import { describe, expect, it } from 'vitest';
import { createCsvReader } from '../../bridges/csv-reader.ts';
import { readMapping } from '../../bridges/mapping.ts';

const reader = (options: { code?: string; map?: string } = {}) => {
  const map = options.map === undefined ? undefined : readMapping(options.map);
  return createCsvReader({
    code: options.code,
    map: map?.ok ? map.value : undefined,
    decimals: (code) => (code === 'EURUSD' ? 5 : undefined),
  });
};

/** What becomes of the lines; a header must have come before. */
const readAll = (text: string, options?: Parameters<typeof reader>[0]) => {
  const read = reader(options);
  return text.split('\n').map((line) => {
    const tick = read.read(line);
    return tick.ok ? tick.value : tick.error;
  });
};

const row = (line: string) => readAll(`time,code,bid,ask\n${line}`)[1];
const MS = 1_790_000_000_123;

describe('the form of the file', () => {
  it.each([
    'time,code,bid,ask\n1790000000123,EURUSD,1.1,1.2',
    '\uFEFFtime,code,bid,ask\r\n1790000000123,EURUSD,1.1,1.2\r',
    'Ask;Code;Volume;Time;Bid\n1.2;EURUSD;5;1790000000123;1.1',
    'symbol\ttimestamp\tbid\task\nEURUSD\t1790000000123\t1.10\t1.20',
    '"time","code","bid","ask"\n"1790000000123","EURUSD","1.1","1.2"',
    'time, code, bid, ask, note\n1790000000123, EURUSD, 1.1, 1.2, "a ""b"", c"',
  ])('is read from its header: %j', (text) => {
    expect(readAll(text).at(-1)).toEqual(['EURUSD', '1.1', '1.2', MS]);
  });

  it('may be without codes and asks, for one instrument', () => {
    expect(readAll('ts_ms,bid\n1790000000123,1.1', { code: 'EURUSD' })[1]).toEqual([
      'EURUSD',
      '1.1',
      null,
      MS,
    ]);
  });

  it('is read with its own names of instruments, and others are passed over', () => {
    const text = 'time,code,bid,ask\n1790000000123,eur,1.123,1.129\n1790000000123,EURUSD,1,1';
    expect(readAll(text, { map: 'eur=EURUSD:2' })).toEqual([
      undefined,
      ['EURUSD', '1.12', '1.13', MS],
      undefined,
    ]);
  });

  it.each([
    ['1790000000123,EURUSD,1.1,1.2', 'must name time, code, bid'],
    ['time,bid,ask', 'the header has no code'],
    ['time,code,bid,BID', 'names a column twice'],
  ])('is refused with the header "%s"', (header, sentence) => {
    const read = reader();
    for (const line of [header, '1790000000123,EURUSD,1.1,1.2']) {
      const refused = read.read(line);
      expect(refused.ok).toBe(false);
    }
    expect(readAll(header)[0]).toContain(sentence);
  });

  it('of a new file is that of the old one unless it has a header', () => {
    const read = reader();
    read.read('time,code,bid,ask');
    read.restart();
    expect(read.read('1790000000123,EURUSD,1.1,1.2').ok).toBe(true);
    read.restart();
    read.read('ask,bid,code,time');
    expect(read.read('1.2,1.1,EURUSD,1790000000123')).toEqual({
      ok: true,
      value: ['EURUSD', '1.1', '1.2', MS],
    });
  });
});

describe('a time', () => {
  it.each([
    ['1790000000', 1_790_000_000_000],
    ['1790000000.5', 1_790_000_000_500],
    ['1790000000.1239', MS],
    ['1790000000123.9', MS],
    ['1790000000123456', MS],
    ['1790000000123456789', MS],
    ['2026-09-21T14:13:20.123Z', MS],
    ['2026-09-21 14:13:20.123456 UTC', MS],
    ['2026-09-21T16:13:20.123+02:00', MS],
    ['2026-09-21T16:13:20.123+0200', MS],
  ])('%s', (time, timeMs) => {
    expect(row(`${time},X,1,2`)).toEqual(['X', '1', '2', timeMs]);
  });

  it.each([
    '2026-09-21T14:13:20',
    '21.09.2026 14:13',
    '2026-13-01T00:00Z',
    '45000.5',
    '-1790000000',
    '1.79e9',
    '',
  ])('%s is refused', (time) => {
    expect(row(`${time},X,1,2`)).toContain('is no time');
  });
});

describe('a line', () => {
  it('without an ask has none, and its prices fit the instrument', () => {
    expect(row('1790000000123,EURUSD,1.123456,')).toEqual(['EURUSD', '1.12345', null, MS]);
    expect(row('1790000000123,EURUSD,1.1,1.123451')).toEqual(['EURUSD', '1.1', '1.12346', MS]);
    expect(row('1790000000123,SHIB,1.5e-05,')).toEqual(['SHIB', '0.000015', null, MS]);
  });

  it.each([
    ['1790000000123,X,1', 'it has 3 fields, the header 4'],
    ['1790000000123,X,1,2,3', 'it has 5 fields, the header 4'],
    ['1790000000123,,1,2', 'the code is missing'],
    ['1790000000123,X,,2', 'bid "", ask "2": no price'],
    ['1790000000123,X,0,2', 'bid "0", ask "2": no price'],
    ['1790000000123,X,"1,5","1,6"', 'bid "1,5", ask "1,6": no price'],
    ['1790000000123,X,"1,234.5",2', 'no price'],
    ['1790000000123,X,NaN,2', 'no price'],
    ['1790000000123,X,1,-2', 'no price'],
    ['1790000000123,"X,1,2', 'a quotation mark is not closed'],
    ['1790000000123,"X"Y,1,2', 'a quotation mark is not closed'],
  ])('%s is refused', (line, sentence) => {
    expect(row(line)).toContain(sentence);
  });

  it.each(['', '  ', '\r'])('that is blank is passed over', (line) => {
    expect(row(line)).toBeUndefined();
  });
});
