import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { MarketState } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { ok, refusal } from '../../../shared/result.ts';
import { link } from '../../../src/state/link.ts';
import { followMode, reloadAtTurn, reloadIfRefused } from '../../../src/state/market-turn.ts';
import { fakeTimers } from '../components/render.tsx';
import { startSilent } from '../scripted/silent.ts';

const OPEN: MarketState = { status: 'open' };
const opensIn = (ms: number): MarketState => ({ status: 'closed', opensAt: timestampMs(Date.now() + ms) });
const reloads = () => vi.spyOn(link(), 'call').mockResolvedValue(ok(undefined));

beforeAll(startSilent);
beforeEach(() => void fakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each<readonly [string, MarketState, boolean]>([
  ['a market has closed', OPEN, false],
  ['a market has opened before its time', opensIn(60_000), true],
  ['a market has not opened at its time', opensIn(-5_000), false],
])('the list is loaded again, within seconds, when %s', (_, listed, open) => {
  const loaded = reloads();
  reloadAtTurn(listed, open);
  expect(loaded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(loaded).toHaveBeenCalledTimes(1);
});

it.each<readonly [string, MarketState, boolean]>([
  ['both say that the market is open', OPEN, true],
  ['both say that the market is closed', opensIn(60_000), false],
  ['nobody knows when it opens', { status: 'closed' }, false],
])('the list is not loaded again when %s', (_, listed, open) => {
  const loaded = reloads();
  reloadAtTurn(listed, open);
  vi.advanceTimersByTime(10_000);
  expect(loaded).not.toHaveBeenCalled();
});

it('a list that stays wrong is loaded again at most every ten seconds', () => {
  const loaded = reloads();
  for (let second = 0; second < 30; second++) {
    for (let row = 0; row < 9; row++) reloadAtTurn(OPEN, false);
    vi.advanceTimersByTime(1_000);
  }
  expect(loaded).toHaveBeenCalledTimes(3);
});

it.each([
  [4101, { reason: 'close-only' }, 1],
  [4101, { reason: 'halted' }, 1],
  [4101, {}, 0],
  [4102, { reason: 'close-only' }, 0],
])('after a refusal with %i and %o the list is loaded again %i times', (code, facts, times) => {
  const loaded = reloads();
  for (let tap = 0; tap < 5; tap++) reloadIfRefused(refusal(code, '', facts));
  vi.advanceTimersByTime(1_000);
  expect(loaded).toHaveBeenCalledTimes(times);
});

it('the list is asked for now and then while an instrument on the screen is close-only', () => {
  const loaded = reloads();
  const stops = [followMode('close-only'), followMode('open'), followMode('halted')];
  vi.advanceTimersByTime(61_000);
  expect(loaded).toHaveBeenCalledTimes(3);
  for (const stop of stops) stop();
  vi.advanceTimersByTime(60_000);
  expect(loaded).toHaveBeenCalledTimes(3);
});
