import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';
import { type Rim, startRim } from '../rim.ts';

const rims: Rim[] = [];
const begin = async (settings: Readonly<Record<string, string>>) => {
  const rim = await startRim(settings);
  rims.push(rim);
  return rim;
};
afterEach(async () => {
  for (const rim of rims.splice(0)) {
    await rim.stop();
    expect(rim.faults).toEqual([]);
  }
});

const list = async (rim: Rim) => (await rim.ask('/api/follow/list')).data;

describe('the setting LEADERS', () => {
  const leaders = (settings: Readonly<Record<string, string>>) => {
    const config = parseConfig(settings);
    return config.ok ? config.value.leaders : config.error;
  };

  it('is six beside simulated prices, and none beside recorded ones unless it is set', () => {
    expect(leaders({})).toBe(6);
    expect(leaders({ FEED: 'ticks:EURUSD=a.csv' })).toBe(0);
    expect(leaders({ FEED: 'ticks:EURUSD=a.csv', LEADERS: '2' })).toBe(2);
    expect(leaders({ LEADERS: '0' })).toBe(0);
  });

  it.each(['7', '-1', '1.5', 'many'])('refuses %s with a sentence', (text) => {
    expect(leaders({ LEADERS: text })).toBe(`LEADERS must be a whole number from 0 to 6, not "${text}".`);
  });
});

describe('/api/follow/list', { timeout: 60_000 }, () => {
  it('is empty beside a recording, where nobody trades unasked', async () => {
    expect(await list(await begin({}))).toEqual([]);
  });

  // spec: 3.9 7.56
  it('asks no login and shows who traded, a moment after the first start', async () => {
    const rim = await begin({ FEED: 'sim', LEADERS: '1' });
    await vi.waitFor(async () => expect(await list(rim)).toHaveLength(1), { timeout: 40_000, interval: 200 });
    const [leader] = await list(rim);
    expect(leader).toEqual({
      user: 'nightferry',
      multiple: 100,
      three_week_rate: expect.any(Number),
      three_week_win: expect.any(Number),
      three_week_profit: expect.any(Number),
      total_rate: expect.any(Number),
      total_trade_num: expect.any(Number),
      code: expect.stringContaining('/'),
    });
    expect(leader.total_trade_num).toBeGreaterThan(50);
    expect(leader.three_week_win).toBeGreaterThan(0);
    expect(leader.three_week_win).toBeLessThanOrEqual(100);
  });

  it('does not keep the exchange from stopping at once', async () => {
    const rim = await begin({ FEED: 'sim' });
    expect(await list(rim)).toEqual([]);
  });
});
