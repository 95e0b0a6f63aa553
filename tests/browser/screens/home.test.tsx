import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { ok } from '../../../shared/result.ts';
import { QuickOrder } from '../../../src/app/QuickOrder.tsx';
import { HomeScreen } from '../../../src/screens/Home/HomeScreen.tsx';
import { homeSheet, opening } from '../../../src/screens/Home/home-view.ts';
import { startLater } from '../../../src/state/app-state.ts';
import { connection } from '../../../src/state/connection.ts';
import { arrangeFavourites } from '../../../src/state/favourites.ts';
import { link } from '../../../src/state/link.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { favourites, homeChip, homeSort } from '../../../src/state/preferences.ts';
import { closeQuickOrder, openQuickOrder, quickOrder } from '../../../src/state/quick-order.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import { touch } from '../chart/candle-scene.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

/** Ids far from those of other tests. */
const FIRST = 7_000;
const NAMES = ['EUR/USD', 'Gold', 'Bitcoin', 'AUD/USD'];
const instruments: readonly Instrument[] = NAMES.map((showCode, i) => ({
  ...eurusd,
  id: instrumentId(FIRST + i),
  showCode,
  logo: '',
}));
const idOf = (name: string) => instrumentId(FIRST + NAMES.indexOf(name));

const scene = askScene();
beforeAll(async () => {
  script.putMarket(...instruments);
  script.putFrame({});
  await vi.waitFor(() => expect(instrumentOf(idOf('Gold'))).toBeDefined());
  await startLater();
});
afterEach(() => {
  homeSheet.value = undefined;
  closeQuickOrder();
  homeChip.value = 0;
  homeSort.value = 'listed';
  if (favourites.value.length > 0) arrangeFavourites([]);
});

const show = (): void =>
  scene.show(
    '/',
    <>
      <HomeScreen />
      <QuickOrder />
    </>,
    { setFavourites: ({ ids = '' }) => ok({ ids: ids.split(',').map(Number) }) },
  );
/** Not those of the movers. */
const rows = () => page.getByRole('list', { name: 'Quotes' }).getByRole('listitem');
const names = () =>
  [...document.querySelectorAll('li[aria-posinset]')]
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((row) => row.querySelector('.strong')?.textContent);
const placeOf = (element: Element): readonly [number, number] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

it('stars a row that is held by a finger, and does not open it', async () => {
  show();
  const row = rows().filter({ hasText: 'Gold' });
  // The sheets come a moment after the rows, or with the first that is asked for.
  await userEvent.click(page.getByRole('button', { name: /^Sort/ }));
  await userEvent.click(page.getByRole('button', { name: 'Default order' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const isInReach = () => row.element().contains(document.elementFromPoint(...placeOf(row.element())));
  await expect.poll(isInReach).toBe(true);
  await touch('touchStart', placeOf(row.element()));
  await expect.element(page.getByRole('dialog', { name: 'Gold' })).toBeVisible();
  await touch('touchEnd');
  expect(location.pathname).toBe('/');
  const sheet = page.getByRole('dialog', { name: 'Gold' });
  await userEvent.click(sheet.getByRole('button', { name: 'Favourites' }));
  expect(favourites.value).toEqual([idOf('Gold')]);
  await expect.poll(() => scene.asked('setFavourites')).toEqual([{ ids: String(idOf('Gold')) }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Favourites', exact: true }));
  await expect.poll(names).toEqual(['Gold']);
  expect(localStorage.getItem('pipstream.home-chip')).toBe('-1');
});

it('opens the sheet of a row that is held as soon as it is there, and not the row', async () => {
  show();
  const row = rows().filter({ hasText: 'Gold' });
  await expect.element(row).toBeVisible();
  await touch('touchStart', placeOf(row.element()));
  await expect.element(page.getByRole('dialog', { name: 'Gold' })).toBeVisible();
  await touch('touchEnd');
  expect(location.pathname).toBe('/');
});

it('opens neither the menu that Safari has for a held link, nor its selection of text', async () => {
  show();
  await expect.element(rows().filter({ hasText: 'Gold' })).toBeVisible();
  // Chromium knows no such menu, and drops what forbids it: the style sheets as written still have it.
  const forbidding = [...document.querySelectorAll('style')].flatMap(({ textContent }) =>
    [...textContent.matchAll(/([^{}]+)\{[^{}]*-webkit-touch-callout: *none/g)].map(
      ([, selector = '']) => selector,
    ),
  );
  const link = rows().filter({ hasText: 'Gold' }).element().querySelector('a');
  expect(forbidding.filter((selector) => link?.matches(selector))).toHaveLength(1);
  expect(link && getComputedStyle(link).userSelect).toBe('none');
});

it("reads the account's favourites again when the connection is back, and when the page is", async () => {
  await expect.poll(() => localStorage.getItem('pipstream.favourites-unsent')).toBeNull();
  scene.clear();
  const asked = () => scene.asked('getFavourites').length;
  await script.putConnection('offline');
  document.dispatchEvent(new Event('visibilitychange'));
  await script.putConnection('live');
  await expect.poll(asked).toBe(1);
  await expect.poll(() => connection.value.status).toBe('live');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(asked).toBe(2);
});

it('does not take a scroll for a hold', async () => {
  show();
  const row = rows().filter({ hasText: 'Bitcoin' });
  await expect.element(row).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Sort/ }));
  await userEvent.click(page.getByRole('button', { name: 'Name A–Z' }));
  await expect.poll(names).toEqual(['AUD/USD', 'Bitcoin', 'EUR/USD', 'Gold']);
  expect(localStorage.getItem('pipstream.home-sort')).toBe('name-up');
  const [x, y] = placeOf(row.element());
  await touch('touchStart', [x, y]);
  for (let way = 4; way <= 40; way += 4) await touch('touchMove', [x, y - way]);
  await nothingHappensFor(600);
  expect(quickOrder.value).toBeUndefined();
  await touch('touchEnd');
});

it('is sorted by the prices that the page knows while the engine has none', async () => {
  show();
  await expect.element(rows().filter({ hasText: 'Bitcoin' })).toBeVisible();
  // The scripted engine ranks nothing; AUD/USD has no price.
  const known = [
    ['EUR/USD', 112_000],
    ['Gold', 130_000],
    ['Bitcoin', 108_000],
  ] as const;
  const quotes = known.map(([name, close]) => ({ id: idOf(name), close, timeMs: 1_800_000_000_000 }));
  script.putFrame({ quotes });
  await expect.element(page.getByText('1.30000')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Sort/ }));
  await userEvent.click(page.getByRole('button', { name: 'Price, high to low' }));
  await expect.poll(names).toEqual(['Gold', 'EUR/USD', 'Bitcoin', 'AUD/USD']);
});

it('moves a favourite by its handle, dragged or with the arrow keys', async () => {
  arrangeFavourites(['EUR/USD', 'Gold', 'Bitcoin'].map(idOf));
  homeChip.value = -1;
  show();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  const handle = (name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name}`) });
  await expect.element(handle('Gold')).toBeVisible();
  await vi.waitFor(() => expect(document.querySelector('dialog')?.getAnimations()).toEqual([]));
  const [x, y] = placeOf(handle('EUR/USD').element());
  const [, end] = placeOf(handle('Bitcoin').element());
  await touch('touchStart', [x, y]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [x, y + (end - y) * part]);
  await touch('touchEnd');
  expect(favourites.value).toEqual(['Gold', 'Bitcoin', 'EUR/USD'].map(idOf));
  handle('Bitcoin').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(favourites.value).toEqual(['Bitcoin', 'Gold', 'EUR/USD'].map(idOf));
  expect(document.activeElement).toBe(handle('Bitcoin').element());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(favourites.value).toEqual(['Gold', 'EUR/USD', 'Bitcoin'].map(idOf));
});

it('offers to edit favourites only when there are some', async () => {
  arrangeFavourites([idOf('Gold')]);
  homeChip.value = -1;
  show();
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect.element(edit).toBeVisible();
  arrangeFavourites([]);
  await expect.element(page.getByText(/Tap a star/)).toBeVisible();
  expect(edit.elements()).toEqual([]);
});

it('offers instruments when those that were starred are no longer listed', async () => {
  arrangeFavourites([instrumentId(FIRST + 900)]);
  homeChip.value = -1;
  show();
  await expect.element(page.getByText(/Tap a star/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /Gold/ }));
  await expect.poll(names).toEqual(['Gold']);
  await expect.element(page.getByRole('region', { name: 'Popular' })).toBeVisible();
});

it.each([0, 1])('keeps the focus among the offers when that at place %i is starred', async (place) => {
  homeChip.value = -1;
  show();
  const offers = page.getByRole('button', { name: /^Add .* to favourites/ });
  await vi.waitFor(() => expect(offers.elements()).toHaveLength(2));
  const [starred, other] = place === 0 ? offers.elements() : offers.elements().toReversed();
  starred?.focus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(offers.elements()).toEqual([other]));
  expect(document.activeElement).toBe(other);
});

/** Brings the sheets and what else comes after the rows. */
async function bringParts(): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: /^Sort/ }));
  await userEvent.click(page.getByRole('button', { name: 'Default order' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

/** A row of the screen that no sheet covers any more, and its place. */
async function rowInReach() {
  show();
  await bringParts();
  const row = rows().filter({ hasText: 'Bitcoin' });
  await expect
    .poll(() => row.element().contains(document.elementFromPoint(...placeOf(row.element()))))
    .toBe(true);
  const [x, y] = placeOf(row.element());
  return { row, x, y };
}

it.each([
  ['right', 90, 'ltr'],
  ['left', -90, 'ltr'],
  ['right', 90, 'rtl'],
])('opens the sheet of a row that is swiped to the %s, and not the row', async (_, way, dir) => {
  document.documentElement.dir = dir;
  const { row, x, y } = await rowInReach();
  // At once: on a busy machine a finger that waits for its next move would be one that holds.
  await Promise.all([
    touch('touchStart', [x, y]),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => touch('touchMove', [x + (way * part) / 9, y + part])),
  ]);
  // The row itself has moved with the finger.
  await expect.poll(() => row.element().querySelector('a')?.style.transform).toBe(`translateX(${way}px)`);
  expect(quickOrder.value).toBeUndefined();
  await touch('touchEnd');
  await expect.element(page.getByRole('dialog', { name: 'Bitcoin' })).toBeVisible();
  expect(row.element().querySelector('a')?.style.transform).toBe('');
  expect(location.pathname).toBe('/');
  document.documentElement.dir = 'ltr';
});

it('opens no sheet over another screen, where it would cover other buttons', async () => {
  show();
  const gold = instrumentOf(idOf('Gold'));
  if (gold === undefined) throw new Error('no gold');
  // At the first row that is held, the code of the sheet still has to come.
  openQuickOrder(gold);
  history.pushState(null, '', '/order');
  await expect.poll(() => quickOrder.value).toBeUndefined();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('does nothing for a short swipe, nor for one that goes back', async () => {
  const { row, x, y } = await rowInReach();
  for (const ways of [
    [20, 40],
    [40, 90, 30],
  ]) {
    await Promise.all([
      touch('touchStart', [x, y]),
      ...ways.map((way) => touch('touchMove', [x + way, y])),
      touch('touchEnd'),
    ]);
    expect(row.element().querySelector('a')?.style.transform).toBe('');
    expect(quickOrder.value).toBeUndefined();
  }
  expect(location.pathname).toBe('/');
});

it('leaves a finger that begins upwards to the scrolling, however far it goes sideways then', async () => {
  const { row, x, y } = await rowInReach();
  await touch('touchStart', [x, y]);
  for (const [across, up] of [
    [2, 12],
    [40, 20],
    [110, 24],
  ] as const)
    await touch('touchMove', [x + across, y - up]);
  expect(row.element().querySelector('a')?.style.transform).toBe('');
  await touch('touchEnd');
  expect(quickOrder.value).toBeUndefined();
});

it('says that it refreshes when it is pulled down, until that is done', async () => {
  show();
  await bringParts();
  const [x, y] = placeOf(page.getByRole('button', { name: /^Sort/ }).element());
  window.scrollTo(0, 0);
  await touch('touchStart', [x, y]);
  for (let way = 20; way <= 200; way += 20) await touch('touchMove', [x, y + way]);
  await touch('touchEnd');
  await expect.element(page.getByText('Refreshing')).toBeInTheDocument();
  await expect.element(page.getByText('Refreshing')).not.toBeInTheDocument();
});

it('loads the list again for the opening of a market that closes while it is shown', async () => {
  const calls = vi.spyOn(link(), 'call');
  onTestFinished(() => calls.mockRestore());
  const reloads = () => calls.mock.calls.filter(([run]) => String(run).includes('refreshMarket')).length;
  show();
  const row = rows().filter({ hasText: 'Gold' });
  await expect.element(row).toBeVisible();
  const quote = { id: idOf('Gold'), close: 130_000 };
  // The words for it have come.
  await vi.waitUntil(() => opening.value);
  script.putFrame({ quotes: [{ ...quote, marketOpen: false }] });
  await expect.poll(() => row.element().textContent).toContain('Closed');
  await expect.poll(reloads, { timeout: 5_000 }).toBe(1);
  script.putFrame({ quotes: [quote] });
});

it('loads the list again when the quote of a market is open and the list still says closed', async () => {
  const calls = vi.spyOn(link(), 'call');
  onTestFinished(() => calls.mockRestore());
  const reloads = () => calls.mock.calls.filter(([run]) => String(run).includes('refreshMarket')).length;
  const market = { status: 'closed', opensAt: timestampMs(Date.now() + 3_600_000) } as const;
  const [gold, ...others] = [...instruments].sort((a) => (a.showCode === 'Gold' ? -1 : 1));
  if (gold === undefined) throw new Error('no gold');
  script.putMarket({ ...gold, market }, ...others);
  onTestFinished(() => script.putMarket(...instruments));
  show();
  await expect.element(rows().filter({ hasText: 'Gold' })).toBeVisible();
  await vi.waitUntil(() => opening.value);
  await expect.poll(() => instrumentOf(gold.id)?.market.status).toBe('closed');
  const quote = { id: gold.id, close: 130_000 };
  script.putFrame({ quotes: [quote] });
  // The list was asked for in the test before: not again within ten seconds.
  await expect.poll(reloads, { timeout: 14_000 }).toBe(1);
});

it('shows the largest movers soon after the first quotes, also when those come late', async () => {
  const id = instrumentId(FIRST + 100);
  script.putMarket({ ...eurusd, id });
  onTestFinished(() => script.putMarket(...instruments));
  show();
  const movers = page.getByRole('list', { name: 'Movers' });
  await expect.poll(() => movers.elements().length).toBe(1);
  // Longer than the first wait for quotes.
  await nothingHappensFor(900);
  const links = movers.getByRole('link');
  expect(links.elements()).toEqual([]);
  const quote = { id, close: 112_000 };
  script.putFrame({ quotes: [quote] });
  await expect.poll(() => links.elements().length, { timeout: 2_500 }).toBe(1);
});
