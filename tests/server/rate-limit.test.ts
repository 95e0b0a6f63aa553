import { describe, expect, it } from 'vitest';
import { createRateLimit, RATES } from '../../server/rate-limit.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { createManualClock } from '../helpers/manual-clock.ts';
import { openHttp } from './http-fixture.ts';

const clock = () => createManualClock(1_700_000_000_000);

describe('a rate limit', () => {
  it('allows a burst, then the steady rate, and returns the time to wait', () => {
    const time = clock();
    const take = createRateLimit(time, { perSecond: 2, burst: 4 });
    expect([1, 2, 3, 4].map(() => take('a'))).toEqual([0, 0, 0, 0]);
    expect(take('a')).toBe(1);
    time.advance(500);
    expect([take('a'), take('a')]).toEqual([0, 1]);
    time.advance(2_000);
    expect([1, 2, 3, 4].map(() => take('a'))).toEqual([0, 0, 0, 0]);
  });

  it('counts each key separately', () => {
    const take = createRateLimit(clock(), { perSecond: 1, burst: 1 });
    expect([take('a'), take('b'), take('a')]).toEqual([0, 0, 1]);
  });

  it('forgets keys with a full allowance, so that many addresses do not fill the memory', () => {
    const time = clock();
    const take = createRateLimit(time, { perSecond: 1, burst: 1 });
    for (let i = 0; i < 60_000; i++) take(`address ${i}`);
    expect(take('address 59999')).toBe(1);
    expect(take('address 0')).toBe(0);
  });
});

describe('the server', () => {
  it('answers 429 with 4029 and the seconds to wait when demo accounts are created in a loop', async () => {
    const http = await openHttp({}, { clock: clock() });
    for (let i = 0; i < RATES.enter.burst; i++)
      expect((await http.ask('/api/user/createAccountDemoForU')).status).toBe(200);
    const refused = await http.ask('/api/user/createAccountDemoForU');
    expect(refused).toMatchObject({ status: 429, code: CODE.tooMany, data: { retry_after_s: 1 } });
    expect(refused.headers['retry-after']).toBe('1');
  });

  it('allows many phones behind one address to trade at once', async () => {
    const http = await openHttp({}, { clock: clock() });
    for (let i = 0; i < 1_000; i++)
      expect((await http.ask('/v1/api/forex/close?id=1')).code).toBe(CODE.sessionExpired);
  });

  it('allows fast taps: 50 orders within a second', async () => {
    const http = await openHttp();
    const headers = { authorization: await http.enter() };
    const taps = Array.from({ length: 50 }, (_, i) =>
      http.ask(`/v1/api/forex/submit?type=1&cont=0.01&forex_id=1&status=1&multiple=100&cid=fast-tap-${i}`, {
        headers,
      }),
    );
    expect((await Promise.all(taps)).filter(({ code }) => code !== CODE.success)).toEqual([]);
  });
});
