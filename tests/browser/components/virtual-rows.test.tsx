import { afterEach, describe, expect, it } from 'vitest';
import { VirtualRows } from '../../../src/components/VirtualRows.tsx';
import { nextFrame, type Rendered, render } from './render.tsx';

let view: Rendered | undefined;
afterEach(() => {
  view?.remove();
  window.scrollTo(0, 0);
});

const HEIGHT = 64;
const items = Array.from({ length: 500 }, (_, i) => i);
const rows = (shown: readonly number[]) => (
  <VirtualRows
    items={shown}
    keyOf={(item) => item}
    rowHeight={HEIGHT}
    label="Rows"
    renderRow={(item, visible) => <span data-item={item} data-visible={visible} />}
  />
);

const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-item]')];
const visible = () => drawn().filter((row) => row.dataset.visible === 'true');
const onScreen = () =>
  drawn().filter((row) => {
    const box = row.parentElement?.getBoundingClientRect();
    return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
  });
const numbers = (list: readonly HTMLElement[]) => list.map((row) => Number(row.dataset.item));

async function scrollTo(y: number): Promise<void> {
  window.scrollTo(0, y);
  await nextFrame();
  await nextFrame();
}

describe('a long list', () => {
  it('has only what is on the screen and a few rows beyond in the document', async () => {
    view = await render(rows(items));
    const fit = Math.ceil(window.innerHeight / HEIGHT) + 1;
    expect(drawn().length).toBeLessThanOrEqual(fit + 8);
    expect(numbers(visible())).toEqual(numbers(onScreen()));
  });

  it('marks exactly the rows on the screen as visible, wherever it is scrolled', async () => {
    view = await render(rows(items));
    for (const y of [1, 63, 64, 1_000, 12_345, 500 * HEIGHT]) {
      await scrollTo(y);
      expect(numbers(visible())).toEqual(numbers(onScreen()));
      expect(numbers(visible()).length).toBeGreaterThan(5);
    }
  });

  it('is as high as all its rows, so that nothing jumps', async () => {
    view = await render(rows(items));
    const height = () => document.querySelector('ul')?.getBoundingClientRect().height;
    expect(height()).toBe(500 * HEIGHT);
    await scrollTo(9_000);
    expect(height()).toBe(500 * HEIGHT);
  });

  it('has rows that grow with the size of the texts', async () => {
    document.documentElement.style.fontSize = '200%';
    view = await render(rows(items.slice(0, 10)));
    document.documentElement.style.fontSize = '';
    const heights = drawn().map((row) => row.parentElement?.getBoundingClientRect().height);
    expect(new Set(heights)).toEqual(new Set([2 * HEIGHT]));
    expect(document.querySelector('ul')?.getBoundingClientRect().height).toBe(10 * 2 * HEIGHT);
  });

  it('keeps the elements of rows that stay', async () => {
    view = await render(rows(items));
    const kept = drawn().find((row) => row.dataset.item === '5');
    await scrollTo(128);
    expect(drawn().find((row) => row.dataset.item === '5')).toBe(kept);
  });

  it('shows a shorter list at once when it is filtered', async () => {
    view = await render(rows(items));
    await scrollTo(9_000);
    view.show(rows([3, 7, 9]));
    await nextFrame();
    await nextFrame();
    expect(numbers(drawn())).toEqual([3, 7, 9]);
  });
});
