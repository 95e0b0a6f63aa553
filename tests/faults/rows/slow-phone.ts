import { setTimeout as pause } from 'node:timers/promises';
import { createChance } from '../../sim/chance.ts';
import { openProbedPage, openScene } from '../page-probe.ts';
import { ms, n, percentile, type Row } from '../row.ts';
import { openTcpProxy } from '../tcp-proxy.ts';

const LINE = { delayMs: 200, bytesPerSecond: 300_000 };
const CPU = 6;
const INSTRUMENTS = 200;
const GROWTH = 1.25;
const WARM_UP = 4;

export const SLOW_PHONE_ROW: Row = {
  id: 'G43',
  fault: `slow phone: CPU x ${CPU}, 300 kB/s, 400 ms round trip, ${INSTRUMENTS} instruments x 10 ticks/s`,
  goal: 'input p95 within 200 ms, age of shown prices p95 within 1 s, memory flat',
  trials: { full: 20, quick: 0 },
  async run({ trials, seed }) {
    const codes = Array.from({ length: INSTRUMENTS }, (_, i) => `SLOW${i}`);
    const scene = await openScene(codes, 15);
    const proxy = await openTcpProxy({
      target: () => Number(new URL(scene.product.url).port),
      chance: createChance(seed),
      speed: LINE,
    });
    const fast = await openProbedPage(scene, scene.product.url);
    const { page, cdp, paints } = await openProbedPage(scene, `http://127.0.0.1:${proxy.port}`);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.evaluate(() => {
      const seen = new Map<number, number>();
      (globalThis as unknown as { taps: Map<number, number> }).taps = seen;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (entry.interactionId > 0)
            seen.set(entry.interactionId, Math.max(seen.get(entry.interactionId) ?? 0, entry.duration));
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await pause(5_000);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize;
    };
    await paints();
    const tap = async (turn: number) => {
      const place = page.locator(turn % 2 === 0 ? 'li[aria-posinset] a' : 'nav a').first();
      await place.tap({ timeout: 20_000 });
      await pause(700);
    };
    // The first visit of a screen loads its code.
    for (let turn = 0; turn < WARM_UP; turn++) await tap(turn);
    await paints();
    const before = await heap();
    const ages: number[] = [];
    for (let turn = 0; turn < 2 * Math.ceil(trials / 2); turn++) {
      await tap(turn);
      // Ages are measured against the unslowed page: both see the same clock.
      for (const paint of await paints()) if (!paint.marked) ages.push(fast.ageMs(paint));
    }
    const grown = (await heap()) / before;
    const durations = await page.evaluate(() => [
      ...(globalThis as unknown as { taps: Map<number, number> }).taps.values(),
    ]);
    const taps = [...durations, ...Array.from({ length: Math.max(0, trials - durations.length) }, () => 16)];
    const [input, age] = [percentile(taps, 0.95), percentile(ages, 0.95)];
    return {
      measured: `input p95 ${ms(input)}; age of ${n(ages.length)} shown prices p95 ${ms(age)}; heap x ${grown.toFixed(2)}`,
      trials,
      met: input <= 200 && age <= 1_000 && grown <= GROWTH,
      note: 'The CPU of the page is slowed, that of its worker is not; the rate is per connection',
    };
  },
};
