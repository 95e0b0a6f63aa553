import { expect, it } from 'vitest';
import type { Tick } from '../../bridges/tick.ts';
import { createManualClock } from '../helpers/manual-clock.ts';
import { linked } from './linked.ts';
import { startReceiver } from './receiver.ts';

const tick = (bid: string, timeMs = Date.now()): Tick => ['EURUSD', bid, null, timeMs];
const bidsOf = (ticks: readonly Tick[]) => ticks.map(([, bid]) => bid);

it('says hello, sends ticks, and pings at least each second', async () => {
  const receiver = await startReceiver({ decimals: { EURUSD: 5 } });
  const { link, counts } = linked(receiver.url);
  await link.room();
  expect(receiver.sources).toEqual(['a']);
  expect([link.isOpen(), link.decimals('EURUSD'), link.decimals('XAUUSD')]).toEqual([true, 5, undefined]);
  link.send([tick('1.1'), tick('1.2')]);
  await expect.poll(() => bidsOf(receiver.ticks)).toEqual(['1.1', '1.2']);
  expect(counts.ticks).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(receiver.longestPauseMs()).toBeLessThan(1_000);
  expect(receiver.faults).toEqual([]);
});

it('connects again after a cut, and sends the newest of each code that came meanwhile', async () => {
  const receiver = await startReceiver({});
  const { link, counts, said } = linked(receiver.url);
  await link.room();
  receiver.cut();
  await expect.poll(() => counts.exchangeLost).toBe(1);
  link.send([tick('1.1'), tick('1.2')]);
  link.send([['XAUUSD', '3', null, 1]]);
  await expect.poll(() => bidsOf(receiver.ticks)).toEqual(['1.2', '3']);
  expect(receiver.sources).toHaveLength(2);
  expect(said.filter((line) => line.includes('next try in 0.5 s'))).toHaveLength(1);
});

it('does not send a price that has waited for more than ten seconds', async () => {
  const receiver = await startReceiver({});
  const clock = createManualClock(1e12);
  const { link, counts } = linked(receiver.url, { clock });
  await link.room();
  receiver.cut();
  await expect.poll(() => counts.exchangeLost).toBe(1);
  link.send([tick('1.1')]);
  clock.jump(10_001);
  link.send([['XAUUSD', '3', null, 1]]);
  clock.advance(0);
  await expect.poll(() => receiver.ticks.length).toBe(1);
  expect(bidsOf(receiver.ticks)).toEqual(['3']);
});

it('repeats after a cut what was not confirmed, for a file', async () => {
  const receiver = await startReceiver({});
  const { link, counts } = linked(receiver.url, { repeats: true });
  await link.room();
  link.send([tick('1.1')]);
  await link.settled();
  receiver.silence(true);
  link.send([tick('1.2')]);
  receiver.cut();
  receiver.silence(false);
  await expect.poll(() => counts.exchangeLost).toBe(1);
  await link.room();
  await link.settled();
  expect(bidsOf(receiver.ticks)).toEqual(['1.1', '1.2']);
  expect(counts.ticks).toBe(2);
});

it('leaves an exchange that does not answer for five seconds', async () => {
  const receiver = await startReceiver({});
  const clock = createManualClock(1e12);
  const { link, counts, said } = linked(receiver.url, { clock });
  await link.room();
  receiver.silence(true);
  clock.advance(5_000);
  expect(counts.exchangeLost).toBe(0);
  clock.advance(1_000);
  expect(counts.exchangeLost).toBe(1);
  expect(said.at(-1)).toContain('it has not answered for 5 s');
  receiver.silence(false);
  clock.advance(1_000);
  await link.room();
  expect(receiver.sources).toEqual(['a', 'a']);
});

it('waits twice as long after each failure, up to thirty seconds', async () => {
  const receiver = await startReceiver({});
  await receiver.close();
  const clock = createManualClock(1e12);
  const { said } = linked(receiver.url, { clock });
  for (let tries = 1; tries <= 8; tries++) {
    await expect.poll(() => said.length).toBe(tries);
    clock.advanceTo(clock.dueAt() ?? 0);
  }
  const waits = said.map((line) => /next try in ([\d.]+) s/.exec(line)?.[1]);
  expect(waits).toEqual(['0.5', '1.0', '2.0', '4.0', '8.0', '15.0', '15.0', '15.0']);
});

it('says that the token is wrong, without the token', async () => {
  const receiver = await startReceiver({});
  const { denied, said } = linked(receiver.url, { token: 'another token of thirty-two letters' });
  await expect
    .poll(() => denied)
    .toEqual(['The exchange does not take the source a: its token or its name is wrong.']);
  expect(said.join()).toContain('code 999');
  expect(said.join()).not.toContain('another');
});

it('tries again at an exchange that waits for its turn', async () => {
  const receiver = await startReceiver({ answer: { code: 4009, message: 'this feed waits' } });
  const { denied, said } = linked(receiver.url);
  await expect.poll(() => receiver.sources.length).toBe(2);
  expect(said[0]).toContain('it does not take the source a (code 4009: this feed waits)');
  expect(denied).toEqual([]);
});

it('adds up what the exchange refuses, by reason', async () => {
  const receiver = await startReceiver({});
  const { link, counts } = linked(receiver.url);
  await link.room();
  receiver.send({ refused: { old: 2, future: 1 } });
  receiver.send({ refused: { old: 3, nonsense: 'x' } });
  await expect.poll(() => counts.refused).toEqual({ old: 5, future: 1 });
});
