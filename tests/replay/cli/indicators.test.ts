import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { WIRE_PERIODS } from '../../../shared/domain/period.ts';
import { root } from '../../architecture/sources.ts';
import { isClose, NAMES_OF_EVERY_KIND, referenceOf } from '../../helpers/indicator-reference.ts';
import { data, recordingOf } from '../lines.ts';
import { place, replay } from './command.ts';

type Printed = Record<string, Record<string, Record<string, readonly (readonly (number | null)[])[]>>>;

const FOLDER = join(root, 'tests/recordings');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));
const SPECS = [...NAMES_OF_EVERY_KIND, 'bollinger:5:1.5', 'macd:2:4:3', 'ichimoku:9:26:52'];

const printed = async (args: readonly string[]): Promise<Printed> => JSON.parse((await replay(args)).out);

describe('--indicators', () => {
  it.each(NAMES)('prints for %s what the definitions give over the candles of its state', async (name) => {
    const got = await printed([join(FOLDER, name), '--indicators', SPECS.join(',')]);
    const { candles } = JSON.parse(
      readFileSync(join(FOLDER, name.replace('.jsonl.gz', '.state.json')), 'utf8'),
    ) as {
      candles: Record<string, Record<string, readonly CandleRow[]>>;
    };
    expect(Object.keys(got)).toEqual(Object.keys(candles));
    for (const [code, periods] of Object.entries(candles))
      for (const [period, rows] of Object.entries(periods))
        for (const spec of SPECS) {
          const wanted = referenceOf(spec, rows)
            .map((values, at) => [rows[at]?.[0], ...values.map((value) => value ?? null)])
            .filter(([, ...of]) => of.some((value) => value !== null));
          const values = got[code]?.[period]?.[spec] ?? [];
          expect(values.map(([time]) => time)).toEqual(wanted.map(([time]) => time));
          const wrong = values.filter((row, at) =>
            row.some((value, i) => {
              const right = wanted[at]?.[i] ?? null;
              if (value === null || right === null) return value !== right;
              return !isClose(value, right, rows[0]?.[4] ?? 0);
            }),
          );
          expect([spec, wrong]).toEqual([spec, []]);
        }
    // Nobody of some recordings looked at a chart.
    if ('EURUSD' in candles) expect(got['EURUSD']?.['1min']?.['macd:2:4:3']?.[0]).toHaveLength(4);
  });

  const minute = (code: string, seq: number, timeS: number, close: number) =>
    data(`KLINE.${code}`, seq, [timeS, close, close, close, close, 1]);
  const TWO = recordingOf(
    minute('GOLD', 1, 600, 10),
    minute('EURUSD', 1, 600, 1.5),
    minute('GOLD', 2, 660, 20),
  );

  it('prints every code and period, or those asked for', async () => {
    const file = place(TWO);
    const all = await printed([file, '--indicators', 'sma:2']);
    expect(Object.keys(all)).toEqual(['GOLD', 'EURUSD']);
    expect(Object.keys(all['GOLD'] ?? {})).toEqual([...WIRE_PERIODS]);
    expect(all['EURUSD']?.['1min']).toEqual({ 'sma:2': [] });
    const one = await replay([file, '--indicators', 'sma:2,sma:1', '--code', 'GOLD', '--period', '1min']);
    expect(one).toEqual({
      status: 0,
      out: '{"GOLD":{"1min":{"sma:2":[[660,15]],"sma:1":[[600,10],[660,20]]}}}\n',
      said: '',
    });
  });

  it('prints null for a value that has too few candles yet', async () => {
    const got = await printed([place(TWO), '--indicators', 'ichimoku:1:2:3', '--code', 'GOLD']);
    expect(got['GOLD']?.['1min']).toEqual({
      'ichimoku:1:2:3': [
        [600, 10, null, null, null],
        [660, 20, 15, 17.5, null],
      ],
    });
  });

  it('leaves out what came later than --until', async () => {
    const got = await printed([place(TWO), '--indicators', 'sma:1', '--until', '10', '--code', 'GOLD']);
    expect(got['GOLD']?.['1min']).toEqual({ 'sma:1': [[600, 10]] });
  });

  it.each([
    [['--indicators', 'sma:0'], '--indicators: sma:0: a length is a whole number from 1 to 1000, not 0.'],
    [['--indicators', 'sma:2,'], /^--indicators: an empty name is no indicator: /],
    [['--indicators', 'vwap', '--period', '4h'], /^--period wants one of 1min, .*, not 4h\.$/],
    [['--indicators', 'vwap', '--code', 'OIL'], /has no candles of OIL, but of GOLD, EURUSD\.$/],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { status, out, said } = await replay([place(TWO), ...args]);
    expect([status, out]).toEqual([1, '']);
    expect(said.split('\n')[0]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });
});
