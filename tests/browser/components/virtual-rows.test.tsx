import { Profiler, useCallback } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowSlot } from '../../../src/components/row-slots.ts';
import { useNodeEffect } from '../../../src/components/use-node-effect.ts';
import { VirtualRows } from '../../../src/components/VirtualRows.tsx';
import { fakeTimers, nextFrame, pass, type Rendered, render } from './render.tsx';

let view: Rendered | undefined;
let commits = 0;
beforeEach(() => {
  commits = 0;
  followed.clear();
});
afterEach(() => {
  view?.remove();
  vi.useRealTimers();
  window.scrollTo(0, 0);
});

const HEIGHT = 64;
const items = Array.from({ length: 500 }, (_, i) => i);

function Cell({ slot }: { readonly slot: RowSlot<number> }) {
  const write = useCallback(
    (node: HTMLElement) => {
      node.dataset['item'] = String(slot.item.value);
    },
    [slot],
  );
  return <button type="button" ref={useNodeEffect<HTMLButtonElement>(write)} />;
}

const followed = new Map<number, number>();
let follows = 0;
const follow = (near: readonly number[]) => {
  follows++;
  for (const item of near) followed.set(item, (followed.get(item) ?? 0) + 1);
  return () => {
    for (const item of near) {
      const left = (followed.get(item) ?? 0) - 1;
      if (left > 0) followed.set(item, left);
      else followed.delete(item);
    }
  };
};

const rows = (shown: readonly number[]) => (
  <Profiler id="rows" onRender={() => commits++}>
    <VirtualRows
      items={shown}
      rowHeight={HEIGHT}
      label="Rows"
      renderRow={(slot) => <Cell slot={slot} />}
      follow={follow}
    />
  </Profiler>
);

/** Shows the list and waits until all of its rows are drawn. */
async function showWhole(shown: readonly number[]): Promise<Rendered> {
  const made = await render(rows(shown));
  const spare = 2;
  await expect.poll(() => drawn().length).toBe(Math.min(shown.length, mostOnScreen() + spare));
  return made;
}

const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-item]')];
const boxOf = (row: HTMLElement) => row.parentElement?.getBoundingClientRect() ?? new DOMRect();
const onScreen = () => drawn().filter((row) => boxOf(row).bottom > 0 && boxOf(row).top < window.innerHeight);
const numbers = (list: readonly HTMLElement[]) => list.map((row) => Number(row.dataset['item']));
const ascending = (list: readonly HTMLElement[]) => numbers(list).sort((a, b) => a - b);
const listTop = () => document.querySelector('ul')?.getBoundingClientRect().top ?? 0;
const mostOnScreen = () => Math.ceil(window.innerHeight / HEIGHT) + 1;

/** The rows in the viewport, computed from the row height. */
function covered(count: number): readonly number[] {
  const offset = -listTop();
  return items
    .slice(0, count)
    .filter((i) => (i + 1) * HEIGHT > offset && i * HEIGHT < offset + window.innerHeight);
}

async function scrollTo(y: number): Promise<void> {
  window.scrollTo(0, y);
  await nextFrame();
  await nextFrame();
}

describe('a long list', () => {
  it('has only the visible rows and a few beyond in the document', async () => {
    view = await showWhole(items);
    expect(drawn().length).toBeLessThanOrEqual(mostOnScreen() + 5);
    expect(ascending(onScreen())).toEqual(covered(500));
  });

  it('draws its first rows a few at a time, so that a touch is handled in between', async () => {
    view = await render(rows(items));
    expect(drawn().length).toBeLessThan(mostOnScreen());
    await expect.poll(() => drawn().length).toBeGreaterThanOrEqual(mostOnScreen());
    expect(commits).toBeGreaterThan(mostOnScreen() / 2);
  });

  it('shows each row at its place after any scrolls, and subscribes to the visible rows and those nearby', async () => {
    view = await showWhole(items);
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    let y = 0;
    for (let step = 0; step < 60; step++) {
      y = random() < 0.7 ? Math.max(0, y + (random() - 0.5) * 900) : random() * 500 * HEIGHT;
      window.scrollTo(0, y);
      await nextFrame();
      await nextFrame();
      for (const row of drawn()) {
        expect(boxOf(row).top - listTop()).toBe(Number(row.dataset['item']) * HEIGHT);
        expect(row.parentElement?.getAttribute('aria-posinset')).toBe(
          String(Number(row.dataset['item']) + 1),
        );
      }
      expect(new Set(numbers(drawn())).size).toBe(drawn().length);
      expect(ascending(onScreen())).toEqual(covered(500));
      expect([...followed.keys()]).toEqual(expect.arrayContaining([...covered(500)]));
      expect(followed.size).toBeLessThanOrEqual(mostOnScreen() + 14);
    }
  });

  it('follows the rows that come into sight when what stands above it goes', async () => {
    const above = document.createElement('div');
    above.style.blockSize = `${window.innerHeight}px`;
    document.body.prepend(above);
    view = await render(rows(items));
    await expect.poll(() => drawn().length).toBeGreaterThan(mostOnScreen());
    expect(followed.size).toBeLessThan(mostOnScreen());
    above.remove();
    await expect.poll(() => [...followed.keys()]).toEqual(expect.arrayContaining([...covered(500)]));
  });

  it('changes its subscription once in eight rows, and unsubscribes from everything when it unmounts', async () => {
    view = await showWhole(items);
    const before = follows;
    for (let y = 0; y <= 64 * HEIGHT; y += HEIGHT / 2) await scrollTo(y);
    expect(follows - before).toBeGreaterThan(4);
    // Each end of the window crosses the edge of a block separately.
    expect(follows - before).toBeLessThanOrEqual(18);
    view.remove();
    view = undefined;
    await nextFrame();
    expect(followed.size).toBe(0);
  });

  it('renders nothing while it is scrolled from its first row to its last', async () => {
    view = await showWhole(items);
    const before = commits;
    expect(before).toBeGreaterThan(0);
    for (let y = 0; y <= 500 * HEIGHT; y += 400) {
      window.scrollTo(0, y);
      await nextFrame();
    }
    await nextFrame();
    expect(numbers(onScreen())).toContain(499);
    expect(commits - before).toBe(0);
  });

  it('writes to no row that remains visible', async () => {
    view = await showWhole(items);
    await scrollTo(6_400);
    const staying = drawn().filter((row) => [103, 106, 109].includes(Number(row.dataset['item'])));
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    for (const row of staying) observer.observe(row, { attributes: true });
    await scrollTo(6_528);
    observer.disconnect();
    expect(ascending(staying)).toEqual([103, 106, 109]);
    expect(changes).toEqual([]);
  });

  it('is as high as all its rows, so that nothing shifts', async () => {
    view = await showWhole(items);
    const height = () => document.querySelector('ul')?.getBoundingClientRect().height;
    expect(height()).toBe(500 * HEIGHT);
    await scrollTo(9_000);
    expect(height()).toBe(500 * HEIGHT);
  });

  it('has rows that grow with the font size', async () => {
    document.documentElement.style.fontSize = '200%';
    view = await showWhole(items.slice(0, 10));
    document.documentElement.style.fontSize = '';
    expect(new Set(drawn().map((row) => boxOf(row).height))).toEqual(new Set([2 * HEIGHT]));
    expect(document.querySelector('ul')?.getBoundingClientRect().height).toBe(10 * 2 * HEIGHT);
  });

  it('shows a shorter list at once when it is filtered, and then the whole list again', async () => {
    view = await showWhole(items);
    await scrollTo(9_000);
    view.show(rows([3, 7, 9]));
    await nextFrame();
    await nextFrame();
    expect(ascending(drawn())).toEqual([3, 7, 9]);
    view.show(rows(items));
    await nextFrame();
    expect(ascending(onScreen())).toEqual(covered(500));
  });

  it('shows a new list of the same length in the existing rows', async () => {
    view = await showWhole(items);
    await scrollTo(6_400);
    view.show(rows(items.map((item) => item + 1_000)));
    expect(ascending(onScreen())).toEqual(covered(500).map((item) => item + 1_000));
  });
});

describe('the order of the rows in the document', () => {
  it('is the list’s order once scrolling has stopped', async () => {
    view = await showWhole(items);
    fakeTimers();
    for (const y of [640, 20_000, 500 * HEIGHT]) {
      await scrollTo(y);
      pass(1_000);
      expect(numbers(drawn())).toEqual(ascending(drawn()));
    }
  });

  it('is the list’s order at once while a row has the focus', async () => {
    view = await showWhole(items);
    await scrollTo(6_400);
    onScreen()[3]?.focus();
    for (const y of [6_500, 6_900, 6_200]) {
      await scrollTo(y);
      expect(numbers(drawn())).toEqual(ascending(drawn()));
    }
  });
});

describe('a row with the focus', () => {
  it('keeps it, and its item, when the list is scrolled far away and back', async () => {
    view = await showWhole(items);
    await scrollTo(6_400);
    const row = onScreen()[3];
    row?.focus({ preventScroll: true });
    const item = row?.dataset['item'];
    for (const y of [6_700, 20_000, 0, 500 * HEIGHT, 6_400]) {
      await scrollTo(y);
      expect(document.activeElement).toBe(row);
      expect(row?.dataset['item']).toBe(item);
      expect(ascending(onScreen())).toEqual(covered(500));
    }
  });

  it('is reused once the focus has moved elsewhere', async () => {
    view = await showWhole(items);
    const row = onScreen()[0];
    row?.focus({ preventScroll: true });
    await scrollTo(9_000);
    row?.blur();
    await scrollTo(9_300);
    expect(numbers(drawn())).not.toContain(0);
  });
});
