import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../bench/rig/waiting.ts';
import { systemClock } from '../../bridges/clock.ts';
import { runCsv } from '../../bridges/csv.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openHttp } from '../server/http-fixture.ts';
import { candleOf } from './fake-venue.ts';
import { linked } from './linked.ts';
import { TOKEN } from './receiver.ts';
import { bridged, spot } from './venue-bridge.ts';

/* Against the exchange itself, which judges what it takes. */

async function exchange() {
  const listen = `127.0.0.1:${await freePort()}`;
  const http = await openHttp({ FEED: 'push', FEED_LISTEN: listen, FEED_TOKEN: TOKEN });
  const token = await http.enter();
  return {
    url: `ws://${listen}/v1/feed`,
    /** `[Time, Open, High, Low, Close, Volume]` */
    async minutes(code: string): Promise<readonly (readonly number[])[]> {
      const asked = {
        forex_id: await http.idOf(code),
        period: '1min',
        end: Math.ceil(Date.now() / 1_000),
        limit: 600,
      };
      return (await http.send(token, 'getKline', asked)).data;
    },
  };
}

it('takes a file that grows', async () => {
  const { url, minutes } = await exchange();
  const file = join(temporaryFolder(), 'ticks.csv');
  writeFileSync(file, 'time,code,bid,ask\n');
  const { link, said, counts } = linked(url);
  let isClosed = false;
  const ended = runCsv(
    {
      clock: systemClock,
      link,
      say: (line) => said.push(line),
      counts: () => counts,
      isClosed: () => isClosed,
    },
    { file, follows: true, code: undefined, map: undefined },
  );
  onTestFinished(async () => {
    isClosed = true;
    link.close();
    await ended;
  });
  for (const bid of [61_000, 61_000.01, 61_000.02])
    appendFileSync(file, `${Date.now()},BTCUSD,${bid},${bid + 1}\n`);
  await expect.poll(async () => (await minutes('BTCUSD')).at(-1)?.[4]).toBe(61_000.02);
  // This one is years old.
  appendFileSync(file, '1400000000000,BTCUSD,61000,61001\n');
  await expect.poll(() => counts.refused['old']).toBe(1);
});

it('takes a venue, and its past minutes', async ({ skip }) => {
  const { url, minutes } = await exchange();
  const { counts, ...bridge } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', { to: url });
  await expect.poll(async () => (await minutes('BTCUSD')).length).toBeGreaterThanOrEqual(500);
  const past = (await minutes('BTCUSD')).filter(([time = 0]) => time * 1_000 < Date.now() - 120_000);
  expect(past.length).toBeGreaterThan(490);
  for (const [time = 0, ...values] of past) expect(values).toEqual(candleOf(time * 1_000));
  // The price moves on meanwhile.
  await expect
    .poll(async () => {
      const last = (await minutes('BTCUSD')).at(-1)?.[4];
      return bridge.venue.told.some(({ frame }) => Number(frame['b']) === last);
    })
    .toBe(true);
  // The first ticks of a session are held until they agree.
  await expect.poll(() => counts.refused['held']).toBeGreaterThan(0);
  expect({ ...counts.refused, held: 0 }).toEqual({
    unknown: 0,
    malformed: 0,
    old: 0,
    future: 0,
    held: 0,
    dropped: 0,
  });
});
