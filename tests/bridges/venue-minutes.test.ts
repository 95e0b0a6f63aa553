import { expect, it } from 'vitest';
import { candleOf } from './fake-venue.ts';
import type { Receiver } from './receiver.ts';
import { bridged, refuseLater, settableClock, spot } from './venue-bridge.ts';

const expectMinutes = ({ minutes }: Receiver, at: number, fromMs: number, toMs: number) => {
  const rows = minutes.slice(at).flatMap((one) => one.rows);
  const expected = [];
  for (let ms = fromMs; ms < toMs; ms += 60_000) {
    const [volume, ...prices] = candleOf(ms).toReversed();
    expected.push([ms / 1_000, ...prices.toReversed().map(String), volume]);
  }
  expect(rows).toEqual(expected);
};
const minuteOf = (ms: number) => Math.floor(ms / 60_000) * 60_000;

/** What is expected is computed before and after the minutes are asked for, in the same minute. */
async function earlyInMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

it('past minutes are the last 500 at the start, and those of the gap after the venue was lost', async ({
  skip,
}) => {
  await earlyInMinute();
  const { clock, set } = settableClock(-30 * 60_000);
  const startMs = clock.wall();
  const { venue, receiver, counts } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
    clock,
  });
  await expect.poll(() => receiver.minutes.length).toBe(1);
  expectMinutes(receiver, 0, minuteOf(startMs) - 500 * 60_000, minuteOf(startMs));
  const sent = receiver.minutes.length;
  venue.hush(true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const lostMs = clock.wall();
  venue.cut();
  set(0);
  venue.hush(false);
  await expect.poll(() => receiver.minutes.length).toBe(sent + 1);
  expectMinutes(receiver, sent, minuteOf(lostMs) + 60_000, minuteOf(Date.now()));
  expect([counts.sourceLost, venue.subscribed.length]).toEqual([1, 2]);
});

it('past minutes are those of the gap after the exchange was lost', async ({ skip }) => {
  await earlyInMinute();
  const { clock, set } = settableClock(-30 * 60_000);
  const { receiver, counts } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', { clock });
  await expect.poll(() => receiver.minutes.length).toBe(1);
  const sent = receiver.minutes.length;
  receiver.silence(true);
  receiver.cut();
  await expect.poll(() => counts.exchangeLost).toBe(1);
  const lostMs = counts.lastTickMs ?? 0;
  set(0);
  receiver.silence(false);
  await expect.poll(() => receiver.minutes.length).toBe(sent + 1);
  expectMinutes(receiver, sent, minuteOf(lostMs) + 60_000, minuteOf(Date.now()));
});

it('past minutes come after the limit that the venue names', async ({ skip }) => {
  const { venue, counts, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
    started: (venue) => refuseLater(venue, 2),
  });
  await expect.poll(() => counts.minutes).toBe(500);
  expect(said.filter((line) => line.includes('no past minutes of BTC/USDT'))).toHaveLength(2);
  const times = venue.requests.filter(({ path }) => path.endsWith('klines')).map(({ atMs }) => atMs);
  expect(times).toHaveLength(3);
  for (const [i, atMs] of times.entries()) expect(atMs - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
});
