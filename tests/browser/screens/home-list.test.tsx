import { batch } from '@preact/signals-react';
import { Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { VirtualRows } from '../../../src/components/VirtualRows.tsx';
import { HomeRow, ROW_HEIGHT } from '../../../src/screens/Home/HomeRow.tsx';
import { live } from '../../../src/state/live.ts';
import { followQuotes } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
import { nextFrame, type Rendered, render } from '../components/render.tsx';
import { startSilent } from '../scripted/silent.ts';

/** Ids far from those of other tests, whose quotes this page may still have. */
const FIRST_ID = 5_000;
const instruments: readonly Instrument[] = Array.from({ length: 500 }, (_, i) => ({
  ...eurusd,
  id: instrumentId(FIRST_ID + i),
  code: `CODE${i}`,
  showCode: `Name ${i}`,
  name: `Full name ${i}`,
  logo: '',
  precision: 2,
}));

/** The price of every instrument identifies it. */
function tickAll(round: number): void {
  const frame = marketFrame(
    instruments.map(({ id }, i) => ({
      id,
      close: priceOf(i, round),
      change: i % 2 === 0 ? 50 : -50,
      marketOpen: i % 3 !== 0,
      freshness: i % 5 === 0 ? 'stale' : 'live',
    })),
  );
  batch(() => live.quotes.apply(frame));
}
const priceOf = (i: number, round: number): number => 10_000 + i * 10 + (round % 10);

let view: Rendered | undefined;
let commits = 0;
const watched = new Map<number, number>();

beforeAll(startSilent);
beforeEach(() => {
  commits = 0;
  watched.clear();
  // Only counted: a worker without an exchange would replace this test's prices with none.
  vi.spyOn(live.quotes, 'retain').mockImplementation((id) => {
    watched.set(id, (watched.get(id) ?? 0) + 1);
    return () => {
      const left = (watched.get(id) ?? 0) - 1;
      if (left > 0) watched.set(id, left);
      else watched.delete(id);
    };
  });
});
afterEach(() => {
  view?.remove();
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

async function show(): Promise<void> {
  // A quote is stored only after it was requested.
  for (const { id } of instruments) live.quotes.of(id);
  view = await render(
    <Profiler id="list" onRender={() => commits++}>
      <VirtualRows
        items={instruments}
        rowHeight={ROW_HEIGHT}
        label="Instruments"
        renderRow={(slot) => <HomeRow slot={slot} />}
        follow={followQuotes}
      />
    </Profiler>,
  );
  await expect.poll(() => document.querySelector('[class*="spark"] > [aria-hidden="true"]')).not.toBeNull();
  const [most, spare] = [Math.ceil(window.innerHeight / ROW_HEIGHT) + 1, 2];
  await expect.poll(() => document.querySelectorAll('li').length).toBe(most + spare);
  await nextFrame();
}

const onScreen = () =>
  [...document.querySelectorAll('li')].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.bottom > 0 && box.top < window.innerHeight;
  });
const rowAt = (row: Element) => Math.round((row.getBoundingClientRect().top + window.scrollY) / ROW_HEIGHT);
const part = (row: Element, name: string) => row.querySelector<HTMLElement>(`[class*="${name}"]`);

/** What a row shows, and what it should show at its place. */
function told(row: Element) {
  const price = part(row, 'price');
  const change = part(row, 'change');
  return {
    name: part(row, 'one-line')?.textContent,
    mark: part(row, 'mark')?.textContent,
    state: part(row, 'state')?.textContent,
    price: price?.textContent,
    change: `${change?.dataset['tone']} ${change?.textContent}`,
    href: row.querySelector('a')?.getAttribute('href'),
    old: row.querySelector('a')?.hasAttribute('data-old'),
    letters: row.querySelector<HTMLElement>('[data-shows="letters"]')?.dataset['letters'],
    place: row.getAttribute('aria-posinset'),
  };
}
function expected(i: number, round: number) {
  const open = i % 3 !== 0;
  return {
    name: `Name ${i}`,
    mark: `Full name ${i}`,
    state: open ? '' : 'Closed',
    price: (priceOf(i, round) / 100).toFixed(2),
    change: i % 2 === 0 ? 'up +0.50%' : 'down -0.50%',
    href: `/trade?id=${FIRST_ID + i}`,
    old: open && i % 5 === 0,
    letters: 'CO',
    place: String(i + 1),
  };
}

describe('the list of all instruments', () => {
  // spec: 2.9
  it('shows the right instrument and price in each row after any scroll, while prices tick', async () => {
    await show();
    let seed = 11;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    let y = 0;
    for (let round = 0; round < 50; round++) {
      y = random() < 0.7 ? Math.max(0, y + (random() - 0.5) * 1_000) : random() * 500 * ROW_HEIGHT;
      tickAll(round);
      window.scrollTo(0, y);
      await nextFrame();
      await nextFrame();
      const rows = onScreen();
      expect(rows.length).toBeGreaterThan(5);
      expect(rows.map(told)).toEqual(rows.map((row) => expected(rowAt(row), round)));
    }
  });

  it('subscribes only to the quotes on or near the screen', async () => {
    await show();
    for (const y of [0, 100, 3_000, 12_345, 500 * ROW_HEIGHT]) {
      window.scrollTo(0, y);
      await nextFrame();
      await nextFrame();
      const shown = onScreen().map((row) => FIRST_ID + rowAt(row));
      expect([...watched.keys()]).toEqual(expect.arrayContaining(shown));
      expect(watched.size).toBeLessThanOrEqual(Math.ceil(window.innerHeight / ROW_HEIGHT) + 15);
    }
    view?.remove();
    await expect.poll(() => watched.size).toBe(0);
  });

  it('renders nothing on a scroll from the first to the last of 500 rows while prices tick', async () => {
    await show();
    tickAll(0);
    const before = commits;
    expect(before).toBeGreaterThan(0);
    for (let y = 0, round = 0; y <= 500 * ROW_HEIGHT; y += 300, round++) {
      window.scrollTo(0, y);
      tickAll(round);
      await nextFrame();
    }
    await nextFrame();
    await nextFrame();
    expect(onScreen().map(rowAt)).toContain(499);
    expect(commits - before).toBe(0);
  });

  it('opens the shown instrument, also in a row that showed another one before', async () => {
    await show();
    window.scrollTo(0, 100 * ROW_HEIGHT);
    await nextFrame();
    await nextFrame();
    const row = onScreen().find((one) => rowAt(one) === 104);
    const address = location.href;
    row?.querySelector('a')?.click();
    const went = location.pathname + location.search;
    history.replaceState(null, '', address);
    expect(went).toBe(`/trade?id=${FIRST_ID + 104}`);
  });
});
