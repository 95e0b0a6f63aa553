import { signal } from '@preact/signals-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { Sparkline } from '../../../src/chart/Sparkline.tsx';
import { live } from '../../../src/state/live.ts';
import { only, render } from '../components/render.tsx';
import { countListeners } from './garbage.ts';
import {
  colourOf,
  countHeeded,
  falling,
  imageIn,
  isShown,
  pressed,
  rising,
  SIZE,
  setPixelRatio,
  shown,
} from './spark-stage.ts';
import { frames, pause } from './stage.ts';

afterEach(() => {
  for (const place of document.querySelectorAll('.spark-row')) place.remove();
  delete document.documentElement.dataset['palette'];
  vi.restoreAllMocks();
});

describe('mini charts', () => {
  // spec: 2.10
  it('are images in the colour of their direction, with no canvas in the page', async () => {
    const { hang, made } = pressed();
    const rows = [hang(1), hang(2, signal(falling()))];
    const [up, down] = rows.map(({ place }) => place);
    if (!up || !down) throw new Error('no rows');
    expect(made).not.toHaveBeenCalled();
    await shown(up, down);
    expect([colourOf(up), colourOf(down)]).toEqual(['green', 'red']);
    const image = imageIn(up);
    expect([image?.naturalWidth, image?.naturalHeight]).toEqual([
      SIZE.width * devicePixelRatio,
      SIZE.height * devicePixelRatio,
    ]);
    expect(document.querySelectorAll('canvas, .uplot')).toHaveLength(0);
    expect(made).toHaveBeenCalledTimes(1);
    for (const row of rows) row.leave();
  });

  it('are drawn again only when a point has come', async () => {
    const { hang, drawn } = pressed();
    const points = signal<Float64Array | undefined>(rising());
    const row = hang(1, points);
    await shown(row.place);
    points.value = rising();
    await pause(300);
    expect(drawn).toHaveBeenCalledTimes(1);
    points.value = falling();
    await vi.waitFor(() => expect(colourOf(row.place)).toBe('red'), 5_000);
    expect(drawn).toHaveBeenCalledTimes(2);
    row.leave();
  });

  it('are there at once when a row comes back, without being drawn', async () => {
    const { hang, drawn } = pressed();
    const first = hang(1);
    await shown(first.place);
    first.leave();
    const again = hang(1);
    expect(isShown(again.place)).toBe(true);
    expect(colourOf(again.place)).toBe('green');
    await pause(300);
    expect(drawn).toHaveBeenCalledTimes(1);
    again.leave();
  });

  it('of one instrument hang in as many places as ask for it', async () => {
    const { hang, drawn } = pressed();
    const rows = [hang(1), hang(1)];
    await shown(...rows.map(({ place }) => place));
    rows.push(hang(1));
    expect(rows.map(({ place }) => isShown(place))).toEqual([true, true, true]);
    expect(drawn).toHaveBeenCalledTimes(1);
    const [first, ...others] = rows;
    first?.leave();
    expect(others.map(({ place }) => isShown(place))).toEqual([true, true]);
    for (const row of others) row.leave();
  });

  it('are there at once, and loaded no second time, in another place', async () => {
    const { hang } = pressed();
    const first = hang(1);
    await shown(first.place);
    const image = imageIn(first.place);
    first.leave();
    expect(imageIn(first.place)).toBeNull();
    const again = hang(1);
    expect(imageIn(again.place)).toBe(image);
    again.leave();
  });

  it('of a row that gets another instrument are never the old one’s', async () => {
    const [one, other] = [instrumentId(1), instrumentId(2)];
    live.sparklines.apply([
      { id: one, points: rising() },
      { id: other, points: falling() },
    ]);
    const id = signal(one);
    const view = await render(<Sparkline id={id} />);
    const place = only('[aria-hidden="true"]', view.host);
    const room = place.getBoundingClientRect();
    expect([room.width, room.height]).toEqual([64, 32]);
    await shown(place);
    expect([place, imageIn(place)].map((one) => one?.getBoundingClientRect())).toEqual([room, room]);
    id.value = other;
    expect(isShown(place)).toBe(false);
    await shown(place);
    expect(colourOf(place)).toBe('red');
    id.value = one;
    expect([isShown(place), colourOf(place)]).toEqual([true, 'green']);
    view.remove();
  });

  it('come on a page that is never idle', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      for (const until = performance.now() + 12; performance.now() < until; );
      port2.postMessage('on');
    };
    port2.onmessage = () => port1.postMessage('on');
    port2.postMessage('on');
    const { hang } = pressed();
    const row = hang(1);
    await shown(row.place);
    port1.close();
    row.leave();
  });

  it('that come late are dropped for newer ones', async () => {
    let letGo = () => {};
    const { hang, drawn } = pressed((call) =>
      call === 1 ? new Promise<void>((go) => (letGo = go)) : undefined,
    );
    const points = signal<Float64Array | undefined>(rising());
    const row = hang(1, points);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 5_000);
    points.value = falling();
    await shown(row.place);
    letGo();
    await pause(300);
    expect(colourOf(row.place)).toBe('red');
    row.leave();
  });

  it('are drawn anew in the colours of another look, and for other pixels', async () => {
    const { hang, drawn } = pressed();
    const row = hang(1);
    await shown(row.place);
    document.documentElement.dataset['palette'] = 'red-up';
    await vi.waitFor(() => expect(colourOf(row.place)).toBe('red'), 5_000);
    try {
      await setPixelRatio(devicePixelRatio * 2);
      await vi.waitFor(
        () => expect(imageIn(row.place)?.naturalWidth).toBe(SIZE.width * devicePixelRatio),
        5_000,
      );
      expect(drawn).toHaveBeenCalledTimes(3);
    } finally {
      await setPixelRatio(undefined);
    }
    await vi.waitFor(
      () => expect(imageIn(row.place)?.naturalWidth).toBe(SIZE.width * devicePixelRatio),
      5_000,
    );
    row.leave();
  });

  it('are not shown in an old look by a row that comes after it changed', async () => {
    const { hang } = pressed();
    const first = hang(1);
    await shown(first.place);
    first.leave();
    document.documentElement.dataset['palette'] = 'red-up';
    const row = hang(1);
    expect(isShown(row.place)).toBe(false);
    await shown(row.place);
    expect(colourOf(row.place)).toBe('red');
    row.leave();
  });
});

describe('while the page scrolls', () => {
  const scroll = async (ms: number): Promise<void> => {
    for (let past = 0; past < ms; past += 20) {
      document.dispatchEvent(new Event('scroll'));
      await pause(20);
    }
  };

  it('nothing that draws is made', async () => {
    const { hang, made } = pressed();
    const row = hang(1);
    await scroll(400);
    expect(made).not.toHaveBeenCalled();
    await shown(row.place);
    row.leave();
  });

  it('no mini chart is drawn, neither anew nor for the first time, until it rests', async () => {
    const { hang, drawn } = pressed();
    const points = signal<Float64Array | undefined>(rising());
    const old = hang(1, points);
    await shown(old.place);
    document.dispatchEvent(new Event('scroll'));
    points.value = falling();
    const fresh = hang(2);
    await scroll(500);
    expect(drawn).toHaveBeenCalledTimes(1);
    expect([isShown(fresh.place), colourOf(old.place)]).toEqual([false, 'green']);
    await vi.waitFor(() => expect(colourOf(old.place)).toBe('red'), 5_000);
    await shown(fresh.place);
    old.leave();
    fresh.leave();
  });
});

/** Some seconds, but on a page that never has idle time three pictures are drawn a second. */
const NEVER_IDLE_MS = 400_000;

describe('what mini charts leave behind', () => {
  it('is a bounded number of pictures', { timeout: NEVER_IDLE_MS }, async () => {
    const { hang, drawn } = pressed();
    for (let id = 1; id <= 624; id += 12) {
      const rows = Array.from({ length: 12 }, (_, i) => hang(id + i));
      await shown(...rows.map(({ place }) => place));
      for (const row of rows) row.leave();
    }
    expect(drawn).toHaveBeenCalledTimes(624);
    const [oldest, newest] = [hang(1), hang(624)];
    expect([isShown(oldest.place), isShown(newest.place)]).toEqual([false, true]);
    oldest.leave();
    newest.leave();
  });

  it('is no listener on the pictures that are kept', async () => {
    const { hang } = pressed();
    const see = async (from: number, to: number): Promise<void> => {
      const rows = Array.from({ length: to - from }, (_, i) => hang(from + i));
      await shown(...rows.map(({ place }) => place));
      for (const row of rows) row.leave();
    };
    await see(1, 2);
    const before = await countListeners();
    await see(2, 42);
    expect((await countListeners()) - before).toBeLessThan(10);
  });

  it('is no listener after 200 rows', async () => {
    const heeded = countHeeded();
    const { hang, made } = pressed();
    for (let round = 0; round < 20; round++) {
      const rows = Array.from({ length: 10 }, (_, i) =>
        hang(100 + i, signal(round % 2 ? rising() : falling())),
      );
      if (round % 5 === 0) await shown(...rows.map(({ place }) => place));
      else await frames(2);
      for (const row of rows) row.leave();
    }
    await pause(300);
    expect(made).toHaveBeenCalledTimes(1);
    // Each time for scrolls, pixels and looks, and once the plot for pixels.
    expect(heeded()).toEqual({ began: 20 * 3 + 1, ended: 20 * 3 });
  });
});
