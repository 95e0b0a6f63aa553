import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import type { ChartLayer } from '../../../src/chart/chart-model.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import {
  type CandleScene,
  candleScene,
  canvasesOf,
  HEIGHT,
  lineAt,
  reset,
  row,
  rows,
  shownOf,
  swipe,
  touch,
  WIDTH,
} from './candle-scene.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setFormatLocale('en-US');
  document.documentElement.removeAttribute('data-theme');
  window.scrollTo(0, 0);
});

/** A layer may paint anywhere, so the upper canvas is as high as the lower one. */
const NO_LINES: ChartLayer = { revision: 0, paint: () => ({ rows: [], finish() {} }) };

/** Records the canvases that are cleared for painting, in order, from now on. */
function paints(): () => HTMLCanvasElement[] {
  const clear = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  return () =>
    clear.mock.contexts.flatMap((ctx) => (ctx instanceof CanvasRenderingContext2D ? [ctx.canvas] : []));
}

/** Width of the part with candles, CSS pixels: the rest is the price axis. */
async function plotWidth(on: CandleScene): Promise<number> {
  const before = on.chart.view();
  on.press('ArrowLeft');
  const moved = before.end - on.chart.view().end;
  on.press('ArrowRight');
  on.paint();
  return (48 * before.span) / moved;
}

function colourAt(on: CandleScene, x: number, y: number): string {
  const canvas = shownOf(on);
  const ratio = canvas.width / WIDTH;
  const [red = 0, green = 0, blue = 0, alpha = 0] =
    canvas.getContext('2d')?.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data ?? [];
  return alpha === 0 ? 'none' : green > red ? 'green' : red > blue ? 'red' : 'other';
}

/** The candles from `left` on (canvas pixels), without the last ones and the axes. */
function picture(on: CandleScene, left = 40): string {
  const canvas = shownOf(on);
  const part = document.createElement('canvas');
  [part.width, part.height] = [canvas.width - left - 80, canvas.height - 30];
  part.getContext('2d')?.drawImage(canvas, -left, 0);
  return part.toDataURL();
}

describe('the candles', () => {
  // spec: 2.13
  it('are placed by price and index, in the colour of their direction', async () => {
    const on = await candleScene({ candles: 60 });
    const width = await plotWidth(on);
    const { end, span } = on.chart.view();
    const seen = rows(0, 60).filter((_, i) => i > end - span + 1);
    const [top, bottom] = [14, HEIGHT - 24];
    const highest = Math.max(...seen.map((candle) => candle[2]));
    const lowest = Math.min(...seen.map((candle) => candle[3]));
    const air = (highest - lowest) * 0.09;
    const yOf = (points: number) =>
      top + ((highest + air - points) / (highest - lowest + 2 * air)) * (bottom - top);
    const colours = [50, 51, 54, 57].map((at) => {
      const [, open, , , close] = row(at);
      const x = ((at - (end - span)) / span) * width;
      return colourAt(on, x, yOf((open + close) / 2));
    });
    expect(colours).toEqual(['green', 'red', 'green', 'red']);
    expect(colourAt(on, ((52 - (end - span)) / span) * width, yOf(row(52)[2] + 15))).toBe('none');
  });

  it('have a price tag beside them that cuts no label of the axis', async () => {
    const on = await candleScene({ candles: 60 });
    const [canvas] = canvasesOf(on);
    const left = Math.ceil(((await plotWidth(on)) * canvas.width) / WIDTH) + 2;
    const wide = canvas.width - left;
    const [time, open, high, low] = row(59);
    for (let close = 100_100; close < 100_200; close += 7) {
      on.draw({ kind: 'put', values: [], row: [time, open, high, low, close, 10] });
      const shown = shownOf(on).getContext('2d')?.getImageData(left, 0, wide, canvas.height).data ?? [];
      const bright = (x: number, y: number) => {
        const at = (y * wide + x) * 4;
        return Math.max(...shown.slice(at, at + 3)) > 70;
      };
      const lines = Array.from({ length: canvas.height }, (_, y) => y);
      // Only a tag reaches the edge.
      const tag = lines.filter((y) => bright(wide - 4, y));
      const beside = [(tag[0] ?? 0) - 2, (tag.at(-1) ?? 0) + 2];
      expect(tag.length).toBeGreaterThan(8);
      expect(
        beside.filter((y) => Array.from({ length: wide }, (_, x) => x).some((x) => bright(x, y))),
      ).toEqual([]);
    }
  });

  it('are drawn once a frame, for any number of updates', async () => {
    const on = await candleScene({ candles: 60 });
    const painted = paints();
    const [time, open, high, low] = row(59);
    for (let close = low; close < low + 50; close++)
      on.chart.apply({ kind: 'put', values: [], row: [time, open, high, low, close, 10] });
    on.paint();
    expect(painted()).toEqual([canvasesOf(on)[1]]);
  });

  it('take as many boxes with 10,000 candles as with 300', async () => {
    const on = await candleScene();
    const rect = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
    const cost = async (count: number) => {
      on.chart.show({ period: '1min', precision: 5, clear: true });
      on.paint();
      rect.mockClear();
      on.draw(reset(rows(0, count)));
      return rect.mock.calls.length;
    };
    const few = await cost(300);
    expect(few).toBeGreaterThan(60);
    expect(await cost(10_000)).toBeLessThanOrEqual(few * 1.1);
  });

  it('are sorted by time, also a late one, and each change is one paint', async () => {
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 60)));
    on.draw({ kind: 'put', values: [], row: row(61) });
    const painted = paints();
    for (const late of [60, 62]) {
      on.draw({ kind: 'put', values: [], row: row(late) });
    }
    const [under, over] = canvasesOf(on);
    expect(painted()).toEqual([under, over, under, over]);
    const whole = await candleScene({ candles: 63 });
    expect(shownOf(on).toDataURL()).toBe(shownOf(whole).toDataURL());
    whole.end();
  });
});

describe('the axes', () => {
  it('have their lines on the first pixels of wicks and at their labels, inside the plot', async () => {
    const on = await candleScene();
    const texts = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    const boxes = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
    on.draw(reset(rows(0, 60)));
    const [under] = canvasesOf(on);
    const ratio = under.width / WIDTH;
    const [width, floor] = [(await plotWidth(on)) * ratio, (HEIGHT - 24) * ratio];
    const whole = floor - 14 * ratio;
    const ofTimes = boxes.mock.calls.filter(([, , , high]) => high >= whole);
    const ofPrices = boxes.mock.calls.filter(([, , wide]) => wide > width / 2);
    const wicks = boxes.mock.calls.filter(([, , wide, high]) => high > wide && high < whole);
    const written = texts.mock.calls.filter(([text]) => text !== '');
    const times = written.filter(([text]) => /^\d\d:\d\d$/.test(text));
    const prices = written.filter(([text, x]) => /^\d\.\d{5}$/.test(text) && x > width);
    expect(ofTimes.length).toBeGreaterThan(2);
    expect(ofPrices.length).toBeGreaterThan(2);
    expect(times.length).toBeGreaterThan(2);
    expect(prices.length).toBeGreaterThanOrEqual(ofPrices.length);
    const starts = new Set(wicks.map(([x]) => x));
    for (const [x, y, , high] of ofTimes) {
      expect(starts.has(x)).toBe(true);
      expect([y, Math.round(y + high)]).toEqual([14 * ratio, floor]);
    }
    for (const [, x, y] of times) {
      expect(ofTimes.some(([line]) => Math.abs(line - x) <= ratio)).toBe(true);
      expect(y).toBeGreaterThan(floor);
    }
    for (const [, y, wide] of ofPrices) {
      expect(prices.some(([, , label]) => Math.abs(label - y) <= ratio)).toBe(true);
      expect(Math.abs(wide - width)).toBeLessThanOrEqual(1);
    }
  });
});

describe('the day', () => {
  /** Texts below the plot, from start to end, in the order of their places. */
  function timesOf(on: CandleScene): string[] {
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    on.press('ArrowRight');
    on.paint();
    const floor = (canvasesOf(on)[0].height * (HEIGHT - 24)) / HEIGHT;
    const texts = written.mock.calls.filter(([text, , y]) => text !== '' && y > floor);
    written.mockRestore();
    return texts.sort(([, a], [, b]) => a - b).map(([text]) => text);
  }

  it('of the first time in view stands at the start of the axis wherever one pans', async () => {
    const on = await candleScene({ candles: 4_000 });
    on.clock.advance(1_000);
    const dayOf = (at: number) =>
      new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' }).format(row(at)[0] * 1_000);
    const seen = new Set<string>();
    for (let i = 0; i < 200; i++) {
      for (let key = 0; key < 3; key++) on.press('ArrowLeft');
      const texts = timesOf(on);
      const { end, span } = on.chart.view();
      const days = texts.filter((text) => /^[A-Z]/.test(text));
      const [first] = days;
      // A day that begins near the edge stands there itself.
      const wanted = [dayOf(Math.max(0, Math.ceil(end - span))), dayOf(Math.ceil(end - span) + 20)];
      expect(wanted).toContain(first);
      expect(days.length).toBeLessThanOrEqual(2);
      if (first) seen.add(first);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  it('is named by a later chart in its first picture, which is not painted twice', async () => {
    const first = await candleScene({ candles: 200 });
    first.clock.advance(1_000);
    first.end();
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 200)));
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    on.paint();
    const texts = written.mock.calls.map(([text]) => text);
    expect(texts.some((text) => /^[A-Z][a-z]{2} \d+$/.test(text))).toBe(true);
    written.mockClear();
    on.clock.advance(1_000);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });
});

describe('the two canvases', () => {
  it('share the work: a tick within the visible prices does not repaint the lower one', async () => {
    const on = await candleScene({ candles: 60 });
    const [under, over] = canvasesOf(on);
    const [before, shown] = [under.toDataURL(), picture(on, 150)];
    const painted = paints();
    const [time, open, high, low] = row(59);
    on.chart.apply({ kind: 'put', values: [], row: [time, open, high, low, open - 20, 10] });
    on.chart.set({ layer: lineAt(row(58)[1]) });
    on.paint();
    expect(painted()).toEqual([over]);
    expect(under.toDataURL()).toBe(before);
    expect(picture(on, 150)).not.toBe(shown);
  });

  it('show the same as a freshly drawn chart, after ticks and after a pan', async () => {
    const [time, open, high, low, close] = row(59);
    const whole = async (last: CandleRow, ...keys: readonly string[]) => {
      const fresh = await candleScene();
      fresh.draw(reset([...rows(0, 59), last]));
      fresh.press(...keys);
      fresh.paint();
      const shown = shownOf(fresh).toDataURL();
      fresh.end();
      return shown;
    };
    const on = await candleScene({ candles: 60 });
    for (const last of [
      [time, open, high, low, close + 40, 10],
      [time, open, high + 900, low, high + 800, 10],
      [time, open, high, low, open, 10],
    ] satisfies CandleRow[]) {
      on.draw({ kind: 'put', values: [], row: last });
      expect(shownOf(on).toDataURL()).toBe(await whole(last));
    }
    const keys = ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'];
    for (const key of keys) {
      on.press(key);
      on.paint();
    }
    expect(shownOf(on).toDataURL()).toBe(await whole([time, open, high, low, open, 10], ...keys));
  });

  it('show a corrected candle of the past', async () => {
    const on = await candleScene({ candles: 60 });
    const [under] = canvasesOf(on);
    const before = under.toDataURL();
    const [time, open, high, low, close] = row(50);
    on.draw({ kind: 'put', values: [], row: [time, close, high, low, open, 10] });
    expect(under.toDataURL()).not.toBe(before);
  });

  it('overlap exactly at every size, and touches reach the lower one', async () => {
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 60)));
    on.chart.set({ layer: NO_LINES });
    on.paint();
    for (const wide of [WIDTH, 300, 340]) {
      on.host.style.inlineSize = `${wide}px`;
      if (wide !== WIDTH) await on.resized();
      on.paint();
      const [under, over] = canvasesOf(on);
      expect([over.width, over.height]).toEqual([under.width, under.height]);
      expect(over.getBoundingClientRect()).toEqual(under.getBoundingClientRect());
      const { left, top } = under.getBoundingClientRect();
      expect(document.elementFromPoint(left + 100, top + 100)).toBe(under);
    }
  });

  it('show on the upper one, which has fewer rows, what they show with all rows, pixel by pixel', async () => {
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 60)));
    const [time, open, high, low] = row(59);
    // Tags at the candle's ends, at many distances from the next step and from the labels that they cover.
    const ends = Array.from({ length: 70 }, (_, i) => [low - 3 * i, high + 3 * i]).flat();
    for (const at of [low - 600, open, ...ends, high + 900]) {
      const newest: CandleRow = [time, open, Math.max(high, at), Math.min(low, at), at, 10];
      on.chart.apply(reset([...rows(0, 59), newest]));
      on.chart.set({ layer: undefined });
      on.paint();
      const [under, over] = canvasesOf(on);
      const ratio = under.width / WIDTH;
      const [lower, upper] = [under.getBoundingClientRect(), over.getBoundingClientRect()];
      expect([over.width, upper.left, upper.width]).toEqual([under.width, lower.left, lower.width]);
      expect(((upper.top - lower.top) * ratio) % 1).toBe(0);
      expect(upper.height * ratio).toBe(over.height);
      const shown = shownOf(on).toDataURL();
      on.chart.set({ layer: NO_LINES });
      on.paint();
      expect(over.height).toBe(under.height);
      expect(shownOf(on).toDataURL()).toBe(shown);
    }
  });

  it('are of one size once something moves over the whole chart, until another candle', async () => {
    const on = await candleScene({ candles: 60 });
    const [under, over] = canvasesOf(on);
    const few = over.height;
    on.press('Enter');
    on.paint();
    expect([over.height, few < under.height / 2]).toEqual([under.height, true]);
    on.chart.hideCross();
    on.paint();
    expect(over.height).toBe(under.height);
    on.draw({ kind: 'put', values: [], row: row(60) });
    expect(over.height).toBeLessThan(under.height / 2);
  });

  it('are both blank when another instrument follows', async () => {
    const on = await candleScene({ candles: 60 });
    on.chart.show({ period: '1min', precision: 5, clear: true });
    on.paint();
    const [, over] = canvasesOf(on);
    const { data } = over.getContext('2d')?.getImageData(0, 0, over.width, over.height) ?? { data: [1] };
    expect(data.some((part) => part > 0)).toBe(false);
    expect(colourAt(on, 100, 150)).toBe('none');
  });
});

describe('the first paint', () => {
  it('happens once, and without a date formatter', async () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    const painted = paints();
    const on = await candleScene();
    on.draw(reset(rows(5, 60)));
    expect(format).not.toHaveBeenCalled();
    expect(painted()).toEqual([...canvasesOf(on)]);
  });

  it('finds its labels measured, since the first text of a page takes long', async () => {
    const on = await candleScene();
    const measured = vi.spyOn(CanvasRenderingContext2D.prototype, 'measureText');
    const labels = () => measured.mock.calls.filter(([text]) => /^0+$/.test(text)).length;
    on.chart.apply(reset(rows(5, 60)));
    expect(labels()).toBe(1);
    on.paint();
    expect(labels()).toBe(1);
  });

  it('takes a frame for each canvas where it is slow, and none is left out', async () => {
    const whole = await candleScene();
    whole.draw(reset(rows(5, 60)));
    const wanted = shownOf(whole).toDataURL();
    whole.end();
    const on = await candleScene();
    on.chart.apply(reset(rows(5, 60)));
    const painted = paints();
    const { fillText } = CanvasRenderingContext2D.prototype;
    const slow = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    slow.mockImplementation(function (this: CanvasRenderingContext2D, ...text) {
      on.clock.sleep(20);
      fillText.apply(this, text);
    });
    const [under, over] = canvasesOf(on);
    const seen = [1, 2, 3].map(() => {
      on.clock.frameAfter(0);
      return painted();
    });
    expect(seen).toEqual([[under], [under, over], [under, over]]);
    expect(shownOf(on).toDataURL()).toBe(wanted);
  });
});

describe('the view', () => {
  const span = (on: CandleScene) => on.chart.view().span;
  const end = (on: CandleScene) => on.chart.view().end;

  it('moves by exactly as many pixels as a finger', async () => {
    const on = await candleScene({ candles: 300 });
    const width = await plotWidth(on);
    const before = end(on);
    await swipe([100, 150], [220, 152]);
    expect(end(on)).toBeCloseTo(before - (120 * span(on)) / width, 9);
    await swipe([220, 150], [180, 150]);
    expect(end(on)).toBeCloseTo(before - (80 * span(on)) / width, 9);
  });

  it('keeps the point between two pinching fingers in place', async () => {
    const on = await candleScene({ candles: 300 });
    await swipe([100, 150], [250, 150]);
    const width = await plotWidth(on);
    const before = on.chart.view();
    const at = (x: number) => end(on) - span(on) + (x / width) * span(on);
    const middle = at(150);
    await touch('touchStart', [120, 150], [180, 150]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [120 - i * 5, 150], [180 + i * 5, 150]);
    await touch('touchEnd');
    on.paint();
    expect(span(on)).toBeCloseTo(before.span / 2, 9);
    expect(at(150)).toBeCloseTo(middle, 9);
  });

  it('zooms between ten candles and one candle per pixel', async () => {
    const on = await candleScene({ candles: 1_000 });
    const width = await plotWidth(on);
    const press = (key: string) => {
      for (let i = 0; i < 30; i++) on.press(key);
    };
    press('+');
    expect(span(on)).toBe(10);
    press('-');
    expect(span(on)).toBeCloseTo(width, 9);
  });

  it('moves with the keys while the chart has the focus', async () => {
    const on = await candleScene({ candles: 300 });
    on.host.focus();
    const before = end(on);
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    expect(end(on)).toBeLessThan(before);
  });

  it('follows the newest candle while it is visible, and stays otherwise', async () => {
    const on = await candleScene({ candles: 300 });
    const first = end(on);
    on.chart.apply({ kind: 'put', values: [], row: row(300) });
    expect(end(on)).toBe(first + 1);
    await swipe([60, 150], [300, 150]);
    const away = end(on);
    on.chart.apply({ kind: 'put', values: [], row: row(301) });
    on.chart.apply({ kind: 'put', values: [], row: row(301) });
    expect(end(on)).toBe(away);
  });

  it('reports when the newest candle leaves the view, and shows it again on request', async () => {
    const on = await candleScene({ candles: 300 });
    const [first, size] = [end(on), span(on)];
    expect(on.told.away).toEqual([]);
    await swipe([60, 150], [300, 150]);
    on.paint();
    expect(on.told.away).toEqual([true]);
    on.draw({ kind: 'put', values: [], row: row(300) });
    on.chart.showNewest();
    on.paint();
    expect(on.told.away).toEqual([true, false]);
    expect([end(on), span(on)]).toEqual([first + 1, size]);
  });

  it('requests older candles once at the left edge and keeps the visible candles when they arrive', async () => {
    let answer = (_more: boolean | undefined) => {};
    const on = await candleScene({ loadOlder: () => new Promise((done) => (answer = done)) });
    on.draw(reset(rows(200, 400), false));
    expect(on.told.asked).toBe(0);
    for (let i = 0; i < 4; i++) await swipe([40, 150], [340, 150], 4);
    expect(on.told.asked).toBe(1);
    on.paint();
    const view = on.chart.view();
    const before = picture(on);
    on.chart.apply(reset(rows(0, 400), false));
    answer(true);
    on.paint();
    expect(on.chart.view()).toEqual({ ...view, end: view.end + 200 });
    expect(picture(on)).toEqual(before);
  });

  it('requests none again after a failure until the next gesture, and none at the beginning of history', async () => {
    const answers = [undefined, false];
    const on = await candleScene({ loadOlder: async () => answers.shift() });
    on.draw(reset(rows(0, 60), false));
    expect(on.told.asked).toBe(1);
    on.draw({ kind: 'put', values: [], row: row(60) });
    expect(on.told.asked).toBe(1);
    await swipe([100, 150], [200, 150], 4);
    await swipe([100, 150], [200, 150], 4);
    expect(on.told.asked).toBe(2);
  });

  it('is reset by a double tap', async () => {
    const on = await candleScene({ candles: 300 });
    const first = on.chart.view();
    await swipe([60, 150], [300, 150]);
    expect(on.chart.view()).not.toEqual(first);
    for (let i = 0; i < 2; i++) {
      await touch('touchStart', [150, 150]);
      await touch('touchEnd');
    }
    on.paint();
    expect(end(on)).toBe(first.end);
    expect(span(on)).toBeCloseTo(first.span, 9);
  });

  it('keeps the visible candles and their width when the chart becomes wider', async () => {
    const on = await candleScene({ candles: 300 });
    const before = { width: await plotWidth(on), ...on.chart.view() };
    on.host.style.inlineSize = '300px';
    await on.resized();
    expect(on.chart.view().span).toBeCloseTo(before.span - (60 * before.span) / before.width, 6);
    on.host.style.display = 'none';
    await on.resized();
    expect(on.chart.view().span).toBeGreaterThan(20);
  });
});

describe('the canvas', () => {
  it('has the size of its box at every pixel density', async () => {
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 60)));
    on.chart.set({ layer: NO_LINES });
    on.paint();
    for (const canvas of canvasesOf(on)) {
      canvas.width *= 3;
      canvas.height *= 3;
      expect([canvas.clientWidth, canvas.clientHeight]).toEqual([WIDTH, HEIGHT]);
    }
  });
});

describe('fingers', () => {
  it('scroll the page with a vertical swipe over the chart', async () => {
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 300)));
    const tall = document.createElement('div');
    tall.style.blockSize = '3000px';
    document.body.append(tall);
    on.paint();
    const before = on.chart.view();
    await swipe([150, 250], [155, 60], 12);
    await vi.waitFor(() => expect(window.scrollY).toBeGreaterThan(100));
    expect(on.chart.view()).toEqual(before);
    tall.remove();
  });

  it('are positioned by the chart’s box, which is read once when a gesture begins', async () => {
    const on = await candleScene({ candles: 300 });
    const box = vi.spyOn(on.host, 'getBoundingClientRect');
    await swipe([100, 150], [220, 152]);
    expect(box).toHaveBeenCalledTimes(1);
    const candleAt = async (x: number) => {
      await touch('touchStart', [x, 150]);
      on.clock.advance(350);
      const [time] = on.told.crossed.at(-1) ?? [];
      await touch('touchEnd');
      return time;
    };
    const first = await candleAt(100);
    on.host.style.marginInlineStart = '20px';
    on.paint();
    expect(first).toBeDefined();
    expect(await candleAt(120)).toBe(first);
  });

  it('show the crosshair after a long press, move it, and leave it there until the next touch', async () => {
    const on = await candleScene({ candles: 300 });
    const before = on.chart.view();
    await touch('touchStart', [100, 150]);
    on.clock.advance(350);
    expect(on.told.crossed.at(-1)).toBeDefined();
    const [first] = on.told.crossed.at(-1) ?? [];
    await touch('touchMove', [170, 90]);
    const [second] = on.told.crossed.at(-1) ?? [];
    expect(second).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
    expect(on.chart.view()).toEqual(before);
    await touch('touchEnd');
    expect(on.told.crossed.at(-1)?.[0]).toBe(second);
    expect(on.told.pinned.at(-1)).toBe(90);
    expect(on.chart.crossPlace()?.price).toBeGreaterThan(100_000);
    await touch('touchStart', [300, 250]);
    expect(on.told.crossed.at(-1)).toBeUndefined();
    expect([on.told.pinned.at(-1), on.chart.crossPlace()]).toEqual([undefined, undefined]);
    await touch('touchEnd');
  });
});

describe('a chart that is turned', () => {
  it('hides a crosshair that stayed, whose place is at another price now', async () => {
    const on = await candleScene({ candles: 300 });
    await touch('touchStart', [100, 250]);
    on.clock.advance(350);
    await touch('touchEnd');
    expect(on.told.pinned.at(-1)).toBe(250);
    on.host.style.blockSize = '200px';
    await on.resized();
    expect([on.told.pinned.at(-1), on.chart.crossPlace()]).toEqual([undefined, undefined]);
  });

  it('ends the drag of a line', async () => {
    const on = await candleScene({ candles: 300 });
    const told: string[] = [];
    on.chart.addGrabber(() => ({
      drag: () => told.push('drag'),
      drop: () => told.push('drop') > 0,
      abandon: () => told.push('abandon'),
    }));
    await touch('touchStart', [100, 150]);
    await touch('touchMove', [100, 120]);
    on.host.style.blockSize = '200px';
    await on.resized();
    await touch('touchMove', [100, 100]);
    await touch('touchEnd');
    expect(told).toEqual(['drag', 'abandon']);
  });
});

describe('candles of another period', () => {
  it.each([
    ['stayed', (host: HTMLElement) => host.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))],
    [
      'follows the mouse',
      (host: HTMLElement) =>
        host.dispatchEvent(
          new PointerEvent('pointermove', { pointerType: 'mouse', clientX: 100, clientY: 100 }),
        ),
    ],
  ])('hide a crosshair of those before them that %s', async (_, show) => {
    const on = await candleScene({ candles: 300 });
    on.chart.show({ period: '5min', precision: 5, clear: false });
    show(on.host);
    expect(on.told.crossed.at(-1)).toBeDefined();
    on.draw(reset(rows(0, 20)));
    expect(on.told.crossed.at(-1)).toBeUndefined();
    expect([on.told.pinned.at(-1), on.chart.crossPlace()]).toEqual([undefined, undefined]);
  });
});

describe('the crosshair of keys', () => {
  const crossedAt = (on: CandleScene) => on.told.crossed.at(-1)?.[0];

  it('begins at the newest close and moves by candles and prices', async () => {
    const on = await candleScene({ candles: 300 });
    const before = on.chart.view();
    on.press('Enter');
    expect(on.told.crossed.at(-1)).toEqual(row(299));
    expect(on.chart.crossPlace()?.price).toBe(row(299)[4]);
    on.press('ArrowLeft', 'ArrowLeft', 'ArrowUp');
    expect(crossedAt(on)).toBe(row(297)[0]);
    expect(on.chart.crossPlace()?.price).toBeGreaterThan(row(299)[4]);
    on.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(crossedAt(on)).toBe(row(299)[0]);
    expect(on.chart.view()).toEqual(before);
  });

  it('takes the view along beyond its edge', async () => {
    const on = await candleScene({ candles: 300 });
    const { span } = on.chart.view();
    on.press('Enter', ...Array<string>(Math.ceil(span) + 5).fill('ArrowLeft'));
    const { end } = on.chart.view();
    const index = ((crossedAt(on) ?? 0) - row(0)[0]) / 60;
    expect(index).toBe(299 - Math.ceil(span) - 5);
    expect(end - span).toBeCloseTo(index - 0.5, 6);
  });

  it('acts with Enter, and goes with Escape, after which arrows pan again', async () => {
    const on = await candleScene({ candles: 300 });
    on.press('Enter', 'Enter');
    expect(on.told.acts).toBe(1);
    on.press('Escape');
    expect(on.chart.crossPlace()).toBeUndefined();
    const before = on.chart.view().end;
    on.press('ArrowLeft');
    expect(on.chart.view().end).toBeLessThan(before);
    expect(on.told.acts).toBe(1);
  });
});

describe('a series', () => {
  it('reports loading, ready, empty and failed, and switching while the previous one is still shown', async () => {
    const on = await candleScene();
    on.chart.apply({ kind: 'failed', code: 0, message: '' });
    on.chart.apply(reset([]));
    on.chart.apply(reset(rows(0, 60)));
    on.chart.apply({ kind: 'failed', code: 0, message: '' });
    on.chart.show({ period: '5min', precision: 5, clear: false });
    on.chart.apply(reset(rows(0, 60)));
    on.chart.show({ period: '5min', precision: 2, clear: true });
    expect(on.told.statuses).toEqual([
      'loading',
      'failed',
      'empty',
      'ready',
      'switching',
      'ready',
      'loading',
    ]);
  });

  it('changes without a new canvas', async () => {
    const on = await candleScene({ candles: 60 });
    const canvases = canvasesOf(on);
    on.chart.show({ period: '1day', precision: 5, clear: false });
    on.draw(reset(rows(0, 30)));
    expect([...on.host.querySelectorAll('canvas')]).toEqual(canvases);
  });

  it('is redrawn in the colours of another theme', async () => {
    const on = await candleScene({ candles: 60 });
    const dark = shownOf(on).toDataURL();
    document.documentElement.dataset['theme'] = 'light';
    await Promise.resolve();
    on.paint();
    expect(shownOf(on).toDataURL()).not.toBe(dark);
  });

  it('has its prices in the chosen language, also those that no tick moves', async () => {
    const on = await candleScene({ candles: 60 });
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    setFormatLocale('de-DE');
    on.chart.set({ layer: undefined });
    on.paint();
    const texts = written.mock.calls.map(([text]) => text);
    expect(texts.filter((text) => /^1,00[0-9]{3}$/.test(text)).length).toBeGreaterThan(2);
    // The day has a full stop in German, too.
    expect(texts.filter((text) => /\d\.\d/.test(text))).toEqual([]);
  });
});

describe('a hundred charts one after the other', () => {
  it('leave no canvas, no observer and no listener behind', async () => {
    const observers = [ResizeObserver.prototype, MutationObserver.prototype].flatMap((one) => [
      vi.spyOn(one, 'observe'),
      vi.spyOn(one, 'disconnect'),
    ]);
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    for (let i = 0; i < 100; i++) {
      const one = await candleScene();
      one.chart.apply(reset(rows(0, 20)));
      if (i % 10 === 0) one.paint();
      expect(one.host.querySelectorAll('canvas')).toHaveLength(2);
      one.end();
    }
    const [sizes, sizesEnd, themes, themesEnd] = observers.map((spy) => spy.mock.calls.length);
    // One of the two that watch the size belongs to the scene.
    expect([sizes, themes]).toEqual([200, 100]);
    expect([sizesEnd, themesEnd]).toEqual([200, 100]);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    expect(document.querySelectorAll('canvas, .uplot')).toHaveLength(0);
  });
});

describe('the last price', () => {
  /** The price on its tag, which is painted last. */
  async function begun() {
    const quote = { price: 100_150, timeS: row(59)[0] + 10 };
    const on = await candleScene({ quote: () => quote });
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    on.draw(reset(rows(0, 60)));
    await Promise.resolve();
    const newest = () => {
      on.chart.hideCross();
      on.press('Enter');
      const crossed = on.told.crossed.at(-1);
      on.chart.hideCross();
      on.paint();
      return crossed;
    };
    const tag = () => {
      const [, over] = canvasesOf(on);
      const at = written.mock.contexts.findLastIndex(
        (ctx) => ctx instanceof CanvasRenderingContext2D && ctx.canvas === over,
      );
      return written.mock.calls[at]?.[0];
    };
    return { on, quote, newest, tag };
  }

  it('and the newest candle have that of the quote, whichever of both is ahead', async () => {
    const { on, quote, newest, tag } = await begun();
    const [time, open, high, low, close] = row(59);
    expect(close).not.toBe(quote.price);
    expect([tag(), newest()]).toEqual(['1.00150', [time, open, high, low, quote.price, 10]]);
    on.draw({ kind: 'put', values: [], row: [time, open, high, low, low + 1, 11] });
    await Promise.resolve();
    expect([tag(), newest()]).toEqual(['1.00150', [time, open, high, low, quote.price, 11]]);
    quote.price = high + 70;
    on.chart.tick();
    await Promise.resolve();
    expect([tag(), newest()]).toEqual([
      (quote.price / 100_000).toFixed(5),
      [time, open, quote.price, low, quote.price, 11],
    ]);
  });

  it('is reported with the newest candle and under the crosshair, also when no candle follows', async () => {
    const { on, quote } = await begun();
    on.clock.advance(1_000);
    on.press('Enter');
    quote.price -= 1;
    on.chart.tick();
    await Promise.resolve();
    on.clock.advance(1_000);
    expect([on.told.newest.at(-1)?.[4], on.told.crossed.at(-1)?.[4]]).toEqual([quote.price, quote.price]);
    const reports = on.told.newest.length;
    on.chart.tick();
    await Promise.resolve();
    on.clock.advance(1_000);
    expect(on.told.newest).toHaveLength(reports);
  });

  it('is painted once in a frame in which its candle comes before its quote', async () => {
    const { on, quote, tag } = await begun();
    const [time, open, high, low] = row(59);
    const painted = paints();
    on.chart.apply({ kind: 'put', values: [], row: [time, open, high, low, low + 1, 11] });
    on.clock.tickFrame(() => {
      quote.price = low + 2;
      on.chart.tick();
    });
    on.paint();
    await Promise.resolve();
    const [, over] = canvasesOf(on);
    expect(painted()).toEqual([over]);
    expect(tag()).toBe((quote.price / 100_000).toFixed(5));
  });

  it('leaves the candle its own prices once a new one has begun, and before that of a quote of another time', async () => {
    const { on, quote, newest, tag } = await begun();
    const [time, open, high, low] = row(59);
    quote.price = high + 70;
    on.chart.tick();
    await Promise.resolve();
    quote.timeS = time + 60;
    on.chart.tick();
    await Promise.resolve();
    expect([tag(), newest()]).toEqual([(quote.price / 100_000).toFixed(5), row(59)]);
    on.draw({ kind: 'put', values: [], row: [time + 60, open, high, low, low, 1] });
    await Promise.resolve();
    expect(newest()?.[4]).toBe(quote.price);
    on.press('Enter', 'ArrowLeft');
    expect(on.told.crossed.at(-1)).toEqual(row(59));
  });
});

describe('the ask', () => {
  const begun = async (distance: number, seesAsk?: boolean) => {
    const quote = { price: 100_150, ask: 100_150 + distance, timeS: row(59)[0] + 10 };
    const on = await candleScene({ quote: () => quote });
    const dashes = vi.spyOn(CanvasRenderingContext2D.prototype, 'setLineDash');
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    on.draw(reset(rows(0, 60)));
    await Promise.resolve();
    if (seesAsk !== undefined)
      on.chart.paint({ revision: 0, seesAsk, paint: () => ({ rows: [], finish() {} }) });
    let legendPx = 0;
    const painted = () => {
      for (const spy of [dashes, written]) spy.mockClear();
      on.chart.set({ legendPx: ++legendPx });
      on.paint();
      return {
        lines: dashes.mock.calls.filter(
          ([dash]) => [...dash].join() === [1, 4].map((px) => px * devicePixelRatio).join(),
        ).length,
        tags: written.mock.calls.filter(([text]) => text === (quote.ask / 100_000).toFixed(5)).length,
      };
    };
    return { on, quote, painted };
  };

  it('has a dotted line and a tag while the crosshair asks, and none otherwise', async () => {
    const { on, painted } = await begun(120);
    expect(painted()).toEqual({ lines: 0, tags: 0 });
    on.press('Enter');
    expect(painted()).toEqual({ lines: 1, tags: 1 });
    on.chart.hideCross();
    expect(painted()).toEqual({ lines: 0, tags: 0 });
  });

  it('has no tag where that of the last price is', async () => {
    const { painted } = await begun(2, true);
    expect(painted()).toEqual({ lines: 1, tags: 0 });
  });

  it('has a line while an order of the chart waits for it, and moves with it', async () => {
    expect((await begun(120, false)).painted().lines).toBe(0);
    const { on, quote, painted } = await begun(120, true);
    expect(painted()).toEqual({ lines: 1, tags: 1 });
    quote.ask += 10;
    on.chart.tick();
    await Promise.resolve();
    expect(painted()).toEqual({ lines: 1, tags: 1 });
  });

  it('that is the last price has neither', async () => {
    expect((await begun(0, true)).painted().lines).toBe(0);
  });
});
