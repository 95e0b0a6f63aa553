import { expect, it } from 'vitest';
import type { FakeVenue } from './fake-venue.ts';
import { bitstampBooks, bridged, refuseLater, settableClock, spot } from './venue-bridge.ts';

it('a venue is subscribed to again after each cut', async ({ skip }) => {
  const { venue, receiver, counts, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2');
  for (let cuts = 1; cuts <= 3; cuts++) {
    const before = receiver.ticks.length;
    await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
    venue.cut();
    await expect.poll(() => counts.sourceLost).toBe(cuts);
  }
  const before = receiver.ticks.length;
  await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
  expect(venue.subscribed).toEqual(Array.from({ length: 4 }, () => ['btcusdt@bookTicker']));
  const waits = said.flatMap((line) => /^venue: .*next try in (.*)$/.exec(line)?.slice(1) ?? []);
  expect(waits).toEqual(['0.5 s', '1.0 s', '2.0 s']);
  expect(receiver.sources).toHaveLength(1);
});

it('a venue is connected anew after 30 s of silence, then after 60 s', async ({ skip }) => {
  const { clock, set } = settableClock();
  const { venue, receiver, said } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD:2', {
    clock,
  });
  await expect.poll(() => receiver.ticks.length).toBeGreaterThan(3);
  await expect.poll(() => said).toContainEqual(expect.stringContaining('past minutes'));
  venue.hush(true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  set(31_000);
  const venueSaid = () => said.filter((line) => line.startsWith('venue:')).slice(-2);
  const again = [expect.stringContaining('no price for 30 s'), expect.stringContaining('subscribing')];
  await expect.poll(venueSaid).toEqual(again);
  set(31_000 + 59_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(venueSaid()).toEqual(again);
  set(31_000 + 62_000);
  await expect.poll(() => said.some((line) => line.includes('no price for 60 s'))).toBe(true);
  venue.hush(false);
  const before = receiver.ticks.length;
  await expect.poll(() => receiver.ticks.length).toBeGreaterThan(before + 3);
});

it('a venue is asked again after the limit that it names, or after a minute', async ({ skip }) => {
  const started = (status: number, retryAfterS?: number) => ({
    started: ({ refuse }: FakeVenue) => refuse(1, status, retryAfterS),
  });
  const named = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD', started(429, 2));
  await expect
    .poll(() => named.said.some((line) => line.includes('429') && line.endsWith('next try in 2.0 s')))
    .toBe(true);
  await expect.poll(() => named.receiver.ticks.length).toBeGreaterThan(0);
  const [first, second] = named.venue.requests;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(2_000);
  const banned = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD', started(418));
  await expect
    .poll(() => banned.said.some((line) => line.includes('418') && line.endsWith('next try in 60.0 s')))
    .toBe(true);
});

it('a venue gets its order books again after their snapshot was refused', async ({ skip }) => {
  const { venue, receiver, said } = await bridged(skip, { ...bitstampBooks, speed: 5 }, 'BAT/BTC=BATBTC', {
    started: (venue) => refuseLater(venue, 1),
  });
  await expect.poll(() => receiver.ticks.length).toBeGreaterThan(5);
  expect(said.some((line) => line.includes('429') && line.endsWith('next try in 1.0 s'))).toBe(true);
  expect(venue.subscribed).toEqual([['diff_order_book_batbtc'], ['diff_order_book_batbtc']]);
});

it('a bridge ends if the venue does not have a symbol', async ({ skip }) => {
  const { bridge } = await bridged(skip, { ...spot, speed: 1 }, 'BTC/USDT=BTCUSD,XYZ/USDT=XYZUSD');
  expect(await bridge.ended).toBe('It has no XYZ/USDT.');
});
