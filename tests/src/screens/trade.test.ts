import { describe, expect, it } from 'vitest';
import { type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { countdownText, shortCountdown } from '../../../src/format/countdown.ts';
import { chooseInstrument, newestDay } from '../../../src/screens/Trade/trade-model.ts';
import { eurusd } from '../../helpers/instruments.ts';

const gold: Instrument = {
  ...eurusd,
  id: instrumentId(7),
  code: 'XAUUSD',
  showCode: 'XAU/USD',
};
const both = [eurusd, gold];

describe('the instrument on the trade screen', () => {
  it.each([
    ['the one of the address', '7', 1, 'found', 7],
    ['the one last opened, when the address has none', null, 7, 'found', 7],
    ['the first, when none was opened yet', null, undefined, 'found', 1],
    ['the first, when the last one is gone', null, 55, 'found', 1],
  ])('is %s', (_name, asked, last, status, id) => {
    const choice = chooseInstrument(both, asked, last === undefined ? undefined : instrumentId(last));
    expect(choice).toMatchObject({ status, instrument: { id } });
  });

  it.each(['99', 'x', ''])('is unknown for the id %j, which no instrument has', (asked) => {
    expect(chooseInstrument(both, asked, instrumentId(7))).toEqual({ status: 'unknown' });
  });

  it('does not exist in an empty list', () => {
    expect(chooseInstrument([], '1', undefined)).toEqual({ status: 'none' });
  });
});

describe('the time until a market opens', () => {
  const days = (count: number, time: string) => `${count}d ${time}`;
  it.each([
    [0, '00:00:00'],
    [1, '00:00:01'],
    [59_001, '00:01:00'],
    [86_399_000, '23:59:59'],
    [86_400_000, '1d 00:00'],
    [200_000_000, '2d 07:33'],
  ])('of %d ms reads %s', (left, text) => {
    expect(countdownText(left, days)).toBe(text);
  });
});

describe('the time until a candle ends', () => {
  it.each([
    [46_000, '0:46'],
    [545_000, '9:05'],
    [3_599_000, '59:59'],
    [3_600_000, '1小時'],
    [86_399_000, '23小時'],
    [200_000_000, '2日'],
  ])('of %d ms reads %s where there is little room', (left, text) => {
    expect(shortCountdown(left)).toBe(text);
  });
});

describe('the range of the day', () => {
  it('covers only the newest UTC day', () => {
    const hour = 3_600;
    const times = [22 * hour, 23 * hour, 24 * hour, 25 * hour];
    const columns = [times, [5, 5, 5, 5], [99, 99, 10, 12], [1, 1, 4, 3], [5, 5, 5, 5], [1, 1, 1, 1]];
    expect(newestDay(Float64Array.from(columns.flat()), 4)).toEqual({ day: 86_400, high: 12, low: 3 });
  });

  it('is unknown without prices', () => {
    expect(newestDay(new Float64Array(0), 0)).toBeUndefined();
  });
});
