import { signal } from '@preact/signals-react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSilent } from '../scripted/silent.ts';
import { countListeners } from './garbage.ts';
import type { ManualPageClock } from './manual-page-clock.ts';
import {
  baseAndEnd,
  colourOf,
  countListening,
  falling,
  imageIn,
  isShown,
  rising,
  SIZE,
  setPixelRatio,
  sparklineScene,
} from './sparkline-scene.ts';

afterEach(() => {
  for (const place of document.querySelectorAll('.spark-row')) place.remove();
  delete document.documentElement.dataset['palette'];
  vi.restoreAllMocks();
});

beforeAll(startSilent);
describe('mini charts', () => {
  // spec: 2.10
  it('are images in the colour of their direction, without a canvas in the page', async () => {
    const { show, created, shown } = sparklineScene();
    const rows = [show(1), show(2, signal(falling()))];
    const [up, down] = rows.map(({ place }) => place);
    if (!up || !down) throw new Error('no rows');
    expect(created).not.toHaveBeenCalled();
    await shown(up, down);
    expect([colourOf(up), colourOf(down)]).toEqual(['green', 'red']);
    const image = imageIn(up);
    expect([image?.naturalWidth, image?.naturalHeight]).toEqual([
      SIZE.width * devicePixelRatio,
      SIZE.height * devicePixelRatio,
    ]);
    expect(document.querySelectorAll('canvas, .uplot')).toHaveLength(0);
    expect(created).toHaveBeenCalledTimes(1);
    for (const row of rows) row.leave();
  });

  it('are of a quiet ink with the base of the figure beside them, and end above it exactly if that is positive', async () => {
    const { show, until } = sparklineScene();
    const base = signal({ open: 3, isUp: true });
    const row = show(1, signal(rising()), base);
    const endsAbove = () => {
      const { baseY = 0, endY = 0 } = baseAndEnd(row.place) ?? {};
      return endY < baseY - 2;
    };
    await until(() => expect(isShown(row.place)).toBe(true));
    expect([colourOf(row.place, 40), endsAbove()]).toEqual(['none', true]);
    // Its last minute ended above; the figure has fallen since.
    base.value = { open: 3, isUp: false };
    await until(() => expect(endsAbove()).toBe(false));
    expect(colourOf(row.place, 40)).toBe('none');
    row.leave();
  });

  it('are redrawn only when a point has arrived', async () => {
    const { show, drawn, clock, until, shown } = sparklineScene();
    const points = signal<Float64Array | undefined>(rising());
    const row = show(1, points);
    await shown(row.place);
    points.value = rising();
    clock.idle();
    expect(drawn).toHaveBeenCalledTimes(1);
    points.value = falling();
    await until(() => expect(colourOf(row.place)).toBe('red'));
    expect(drawn).toHaveBeenCalledTimes(2);
    row.leave();
  });

  it('show at once when a row returns, without being drawn', async () => {
    const { show, drawn, clock, shown } = sparklineScene();
    const first = show(1);
    await shown(first.place);
    first.leave();
    const again = show(1);
    expect(isShown(again.place)).toBe(true);
    expect(colourOf(again.place)).toBe('green');
    clock.idle();
    expect(drawn).toHaveBeenCalledTimes(1);
    again.leave();
  });

  it('of one instrument can be shown in several places', async () => {
    const { show, drawn, shown } = sparklineScene();
    const rows = [show(1), show(1)];
    await shown(...rows.map(({ place }) => place));
    rows.push(show(1));
    expect(rows.map(({ place }) => isShown(place))).toEqual([true, true, true]);
    expect(drawn).toHaveBeenCalledTimes(1);
    const [first, ...others] = rows;
    first?.leave();
    expect(others.map(({ place }) => isShown(place))).toEqual([true, true]);
    for (const row of others) row.leave();
  });

  it('show at once in another place, and are not loaded again', async () => {
    const { show, shown } = sparklineScene();
    const first = show(1);
    await shown(first.place);
    const image = imageIn(first.place);
    first.leave();
    expect(imageIn(first.place)).toBeNull();
    const again = show(1);
    expect(imageIn(again.place)).toBe(image);
    again.leave();
  });

  it('are drawn on a page that is never idle, after a short wait', async () => {
    const { show, drawn, clock } = sparklineScene({ usesBrowserIdle: true });
    vi.spyOn(window, 'requestIdleCallback').mockImplementation((run, options) => {
      clock.after(options?.timeout ?? Number.POSITIVE_INFINITY, () =>
        run({ didTimeout: true, timeRemaining: () => 0 }),
      );
      return 0;
    });
    const row = show(1);
    const pass = async (ms: number) => {
      clock.advance(ms);
      await Promise.resolve();
    };
    // One wait to load the code, one to set it up, one to draw.
    for (let wait = 0; wait < 3; wait++) {
      await pass(299);
      expect(drawn).not.toHaveBeenCalled();
      await pass(1);
    }
    expect(drawn).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(isShown(row.place)).toBe(true), 30_000);
    row.leave();
  });

  it('that finish late are dropped for newer ones', async () => {
    let finish = () => {};
    const { show, drawn, until, shown } = sparklineScene({
      delay: (call) => (call === 1 ? new Promise<void>((done) => (finish = done)) : undefined),
    });
    const decoded = vi.spyOn(HTMLImageElement.prototype, 'decode');
    const points = signal<Float64Array | undefined>(rising());
    const row = show(1, points);
    await until(() => expect(drawn).toHaveBeenCalledTimes(1));
    points.value = falling();
    await shown(row.place);
    finish();
    await until(() => expect(decoded).toHaveBeenCalledTimes(2));
    await Promise.all(decoded.mock.results.map(({ value }) => value));
    await Promise.resolve();
    expect(colourOf(row.place)).toBe('red');
    row.leave();
  });

  it('are redrawn in the colours of another theme, and for another pixel density', async () => {
    const { show, drawn, until, shown } = sparklineScene();
    const row = show(1);
    await shown(row.place);
    document.documentElement.dataset['palette'] = 'red-up';
    await until(() => expect(colourOf(row.place)).toBe('red'));
    try {
      await setPixelRatio(devicePixelRatio * 2);
      await until(() => expect(imageIn(row.place)?.naturalWidth).toBe(SIZE.width * devicePixelRatio));
      expect(drawn).toHaveBeenCalledTimes(3);
    } finally {
      await setPixelRatio(undefined);
    }
    await until(() => expect(imageIn(row.place)?.naturalWidth).toBe(SIZE.width * devicePixelRatio));
    row.leave();
  });

  it('are not shown in an old theme by a row that appears after a change', async () => {
    const { show, shown } = sparklineScene();
    const first = show(1);
    await shown(first.place);
    first.leave();
    document.documentElement.dataset['palette'] = 'red-up';
    const row = show(1);
    expect(isShown(row.place)).toBe(false);
    await shown(row.place);
    expect(colourOf(row.place)).toBe('red');
    row.leave();
  });
});

describe('while the page scrolls', () => {
  const scroll = async (clock: ManualPageClock, ms: number): Promise<void> => {
    for (let past = 0; past < ms; past += 20) {
      document.dispatchEvent(new Event('scroll'));
      clock.advance(20);
      clock.idle();
      await Promise.resolve();
    }
  };

  it('no drawing object is created', async () => {
    const { show, created, clock, shown } = sparklineScene();
    const row = show(1);
    await scroll(clock, 400);
    expect(created).not.toHaveBeenCalled();
    clock.advance(300);
    await shown(row.place);
    row.leave();
  });

  it('no mini chart is drawn or redrawn until the scroll ends', async () => {
    const { show, drawn, clock, until, shown } = sparklineScene();
    const points = signal<Float64Array | undefined>(rising());
    const old = show(1, points);
    await shown(old.place);
    document.dispatchEvent(new Event('scroll'));
    points.value = falling();
    const fresh = show(2);
    await scroll(clock, 500);
    expect(drawn).toHaveBeenCalledTimes(1);
    expect([isShown(fresh.place), colourOf(old.place)]).toEqual([false, 'green']);
    clock.advance(300);
    await until(() => expect(colourOf(old.place)).toBe('red'));
    await shown(fresh.place);
    old.leave();
    fresh.leave();
  });
});

describe('the memory of mini charts', () => {
  it('is a limited number of images', { timeout: 180_000 }, async () => {
    const { show, drawn, shown } = sparklineScene();
    for (let id = 1; id <= 624; id += 12) {
      const rows = Array.from({ length: 12 }, (_, i) => show(id + i));
      await shown(...rows.map(({ place }) => place));
      for (const row of rows) row.leave();
    }
    expect(drawn).toHaveBeenCalledTimes(624);
    const [oldest, newest] = [show(1), show(624)];
    expect([isShown(oldest.place), isShown(newest.place)]).toEqual([false, true]);
    oldest.leave();
    newest.leave();
  });

  it('holds no listener for the cached images', async () => {
    const { show, shown } = sparklineScene();
    const see = async (from: number, to: number): Promise<void> => {
      const rows = Array.from({ length: to - from }, (_, i) => show(from + i));
      await shown(...rows.map(({ place }) => place));
      for (const row of rows) row.leave();
    };
    await see(1, 2);
    const before = await countListeners();
    await see(2, 42);
    expect((await countListeners()) - before).toBeLessThan(10);
  });

  it('holds no listener after 200 rows', async () => {
    const listening = countListening();
    const { show, created, clock, shown } = sparklineScene();
    for (let round = 0; round < 20; round++) {
      const rows = Array.from({ length: 10 }, (_, i) =>
        show(100 + i, signal(round % 2 ? rising() : falling())),
      );
      if (round % 5 === 0) await shown(...rows.map(({ place }) => place));
      else clock.idle();
      for (const row of rows) row.leave();
    }
    clock.idle();
    expect(created).toHaveBeenCalledTimes(1);
    // Each time for scrolls, density and themes, and once the plot for density.
    expect(listening()).toEqual({ began: 20 * 3 + 1, ended: 20 * 3 });
  });
});
