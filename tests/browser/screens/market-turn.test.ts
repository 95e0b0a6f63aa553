import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { MarketState } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { ok } from '../../../shared/result.ts';
import { link } from '../../../src/state/link.ts';
import { reloadAtTurn } from '../../../src/state/market-turn.ts';
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
  ['a market has not opened at its time', opensIn(-1_000), false],
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
