import { expect, it } from 'vitest';
import { watchClock } from '../../../server/clock-watch.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const HOUR_MS = 3_600_000;

it('a clock that is set is logged once, and when stamps stand and go on', () => {
  const clock = createManualClock(1_000_000_000);
  const lines: string[] = [];
  const stop = watchClock(clock, { warn: (_: unknown, line?: string) => void lines.push(line ?? '') });
  const after = (ms: number) => {
    lines.length = 0;
    clock.advance(ms);
    return lines;
  };
  expect(after(10_000)).toEqual([]);
  clock.set(-HOUR_MS);
  expect(after(10_000)).toEqual([
    "The machine's clock was set back by 3600 s. Stamps of orders and prices stand until it has caught up, in 3600 s.",
  ]);
  clock.set(HOUR_MS);
  expect(after(10_000)).toEqual([
    "The machine's clock was set forward by 3600 s. Stamps of orders and prices follow it; holds and retentions don't.",
  ]);
  clock.set(-5_000);
  expect(after(60_000)).toEqual([
    "The machine's clock was set back by 5 s. Stamps of orders and prices stand until it has caught up, in 5 s.",
    "Stamps of orders and prices follow the machine's clock again.",
  ]);
  clock.set(-999);
  expect(after(60_000)).toEqual([]);
  stop();
  clock.set(HOUR_MS);
  expect(after(60_000)).toEqual([]);
});
