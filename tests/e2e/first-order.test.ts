import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { englishPhone } from './phone.ts';
import { openScene } from './scene.ts';

const TIMEOUT = { timeout: 90_000 };

const scene = openScene();

interface Files {
  /** Paths of scripts and styles, in the order in which the page and its worker asked for them. */
  readonly asked: readonly string[];
  underway(): number;
}

function watchFiles(page: Page): Files {
  const asked: string[] = [];
  const open = new Set<string>();
  const isFile = (url: string) => /\/assets\/.*\.(js|css)$/.test(url);
  page.on('request', (request) => {
    if (!isFile(request.url())) return;
    asked.push(new URL(request.url()).pathname);
    open.add(request.url());
  });
  page.on('requestfinished', (request) => open.delete(request.url()));
  page.on('requestfailed', (request) => open.delete(request.url()));
  return { asked, underway: () => open.size };
}

/** Waits until all of these files are here, and nothing else is on its way. */
async function seeLoaded({ asked, underway }: Files, names: readonly string[]): Promise<void> {
  const missing = () => names.filter((name) => !asked.some((path) => path.startsWith(`/assets/${name}-`)));
  await expect.poll(missing, TIMEOUT).toEqual([]);
  await expect.poll(underway, TIMEOUT).toBe(0);
}

/** What home loads last by itself, and what it loads for the last taps of an order. */
const AFTER_HOME = ['HomeParts', 'page-watch'];
const OF_ORDER = ['ConfirmSheet', 'FirstFill', 'ChartOrders', 'ChartLines'];

interface Step {
  readonly tap: (page: Page) => Locator;
  /** The tap is answered when all of these are shown. */
  readonly answers: (page: Page) => readonly Locator[];
}

const buy = (page: Page) => page.getByRole('button', { name: /^Buy \d/ });
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Buy [\d.]+ at/ });

/** A visitor's way to a first order. */
const WAY: readonly Step[] = [
  {
    tap: (page) => page.getByRole('button', { name: 'Start with a demo account' }),
    answers: (page) => [page.locator('.home-top a[href="/portfolio"]')],
  },
  { tap: (page) => page.locator('li[aria-posinset] a').first(), answers: (page) => [buy(page)] },
  { tap: buy, answers: (page) => [confirm(page)] },
  {
    tap: confirm,
    answers: (page) => [
      page.getByText(/^Bought [\d.]+ \S+ at/),
      page.getByRole('button', { name: 'Not now' }),
      page.getByRole('button', { name: 'Close all' }),
    ],
  },
];

/** Taps as soon as there is something to tap. @returns the files that were asked for between each tap and its answer */
async function tapThrough(page: Page, { asked }: Files, steps: readonly Step[]) {
  const loaded: (readonly string[])[] = [];
  for (const { tap, answers } of steps) {
    const control = tap(page);
    await control.waitFor(TIMEOUT);
    const before = asked.length;
    await control.tap();
    for (const answer of answers(page)) await answer.waitFor(TIMEOUT);
    loaded.push(asked.slice(before));
  }
  return loaded;
}

const NOTHING = WAY.map(() => []);

/** A visitor at home. The service worker would load everything once more. */
async function openHome() {
  const phone = await englishPhone(scene.browser, scene.product.url, 'block');
  const files = watchFiles(phone.page);
  return { ...phone, files, open: () => phone.page.goto('/') };
}

it('no tap of a first order loads a script or a style, nor do taps at once what the page would not load by itself', async () => {
  const calm = await openHome();
  await calm.open();
  await seeLoaded(calm.files, [...AFTER_HOME, ...OF_ORDER]);
  expect(await tapThrough(calm.page, calm.files, WAY)).toEqual(NOTHING);
  expect(calm.problems).toEqual([]);
  const { page, context, files, open } = await openHome();
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  await open();
  await tapThrough(page, files, WAY);
  expect(files.asked.filter((path) => !calm.files.asked.includes(path))).toEqual([]);
});

it('where data are to be saved, what an order needs is loaded with its screen, before its taps', async () => {
  const { page, context, files, open } = await openHome();
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await open();
  await seeLoaded(files, [...AFTER_HOME, 'TradeScreen', 'ChartPanel']);
  expect(files.asked.filter((path) => OF_ORDER.some((name) => path.includes(`/${name}-`)))).toEqual([]);
  const [atHome, onScreen] = [WAY.slice(0, 2), WAY.slice(2)];
  await tapThrough(page, files, atHome);
  await seeLoaded(files, OF_ORDER);
  expect(await tapThrough(page, files, onScreen)).toEqual(NOTHING.slice(2));
});
