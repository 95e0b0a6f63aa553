import { effect } from '@preact/signals-react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { ok } from '../../../shared/result.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { TradingWeek } from '../../../src/screens/Trade/sheet/TradingWeek.tsx';
import { live } from '../../../src/state/live.ts';
import { shownNow } from '../../../src/state/shown-now.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();

it('what counts down goes by the clock of the exchange where that of the device is wrong', async () => {
  const id = instrumentId(1);
  const { close } = live.quotes.of(id);
  onTestFinished(live.quotes.retain(id));
  onTestFinished(effect(() => void shownNow.value));
  // What a busy machine takes between the two clocks would be a difference of theirs.
  let wallMs = Date.now();
  const clock = vi.spyOn(pageClock, 'wallMs').mockImplementation(() => wallMs);
  onTestFinished(() => clock.mockRestore());
  for (const [ahead, taken] of [
    [90_000, 90_000],
    [-3_600_000, -3_600_000],
    [0, 0],
    // A frame may have waited on its way.
    [-1_500, 0],
    [-2_100, -2_000],
    // The next one shows that it did.
    [-100, 0],
  ] as const) {
    const price = 100_000 - ahead / 500;
    script.putFrame({ quotes: [{ close: price }], serverTimeMs: wallMs + ahead });
    await expect.poll(() => close.value).toBe(price);
    wallMs += 1_000;
    const secondNow = Math.floor(wallMs / 1_000) * 1_000;
    await expect.poll(() => (shownNow.value ?? 0) - secondNow).toBeCloseTo(taken);
  }
});

it('the hours of an instrument go by it too', async () => {
  const now = Date.now();
  const hour = 3_600_000;
  onTestFinished(live.quotes.retain(instrumentId(1)));
  onTestFinished(effect(() => void shownNow.value));
  script.putFrame({ serverTimeMs: now + 2 * hour });
  await expect.poll(() => (shownNow.value ?? 0) - Date.now()).toBeCloseTo(2 * hour, -4);
  scene.show('/trade', <TradingWeek id={instrumentId(1)} />, {
    getHours: () =>
      ok({ from: now - hour, to: now + 100 * hour, sessions: [[now - hour, now + 4.9 * hour]] }),
  });
  await expect.element(page.getByText(/^Closes in 2 hr 5\d min/)).toBeVisible();
});
