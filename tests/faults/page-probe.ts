import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright';
import { root } from '../architecture/sources.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { atEnd } from '../helpers/cleanup.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { NotHere } from './row.ts';

/** A step of every price: 10 a second, one point each, so that a shown price tells its age. */
const STEP_MS = 100;
const FIRST = 110_000;

/** A FEED of these instruments whose prices are clocks. */
function clockFeed(codes: readonly string[], minutes: number): string {
  const folder = temporaryFolder();
  const lines = Array.from({ length: minutes * 600 }, (_, i) => {
    const price = ((FIRST + i) / 100_000).toFixed(5);
    return `${1_767_000_000_000 + i * STEP_MS},${price},${price}`;
  });
  const path = join(folder, 'clock.csv');
  writeFileSync(path, `ts_ms,bid,ask\n${lines.join('\n')}\n`);
  return `ticks:${codes.map((code) => `${code}=${path}`).join(',')}`;
}

export interface Scene {
  readonly product: Product;
  readonly browser: Browser;
}

/** The built product and Chromium. */
export async function openScene(codes: readonly string[] = ['EURUSD'], minutes = 60): Promise<Scene> {
  await prepare();
  const product = await startProduct({ FEED: clockFeed(codes, minutes) });
  atEnd(() => product.stop());
  const browser = await launchChromium();
  atEnd(() => browser.close());
  return { product, browser };
}

/** Builds the app if it is older than its sources, and finds Chromium. */
async function prepare(): Promise<void> {
  const script = (name: string) => import(pathToFileURL(join(root, 'scripts', name)).href);
  const { isBuilt, build }: { isBuilt(): boolean; build(): Promise<void> } = await script('build.mjs');
  if (!isBuilt()) await build();
  const { findBrowser }: { findBrowser(): string | undefined } = await script('browser.mjs');
  const path = findBrowser();
  if (path === undefined) throw new NotHere('there is no Chromium here');
  process.env['PIPSTREAM_CHROMIUM'] = path;
}

/** A change of the shown price, at `Date.now()`. */
interface Paint {
  readonly at: number;
  readonly points: number;
  /** Marked as stale. */
  readonly marked: boolean;
}

export interface ProbedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** What the first row of the list has shown since the last call, oldest first. */
  paints(): Promise<readonly Paint[]>;
  /** The age of a shown price. */
  ageMs(paint: Paint): number;
}

/** A phone's page of the list. Measures for a second how long a live price takes from the exchange to the screen. */
export async function openProbedPage({ browser }: Scene, url: string, token?: string): Promise<ProbedPage> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: url,
  });
  atEnd(() => context.close());
  const page = await context.newPage();
  await page.addInitScript((kept) => {
    localStorage.setItem('pipstream.language', 'en');
    if (kept !== undefined) localStorage.setItem('pipstream.token', kept);
  }, token);
  await page.addInitScript(watchFirstRow);
  await page.goto('/');
  await page.waitForFunction(() => (globalThis as unknown as Probed).paints?.length > 20, undefined, {
    timeout: 120_000,
  });
  const paints = () =>
    page.evaluate(() => (globalThis as unknown as Probed).paints.splice(0)) as Promise<readonly Paint[]>;
  const live = await paints();
  // When the exchange played the first price, within the shortest way to the screen.
  const startedAt = Math.min(...live.map(({ at, points }) => at - (points - FIRST) * STEP_MS));
  return {
    page,
    cdp: await context.newCDPSession(page),
    paints,
    ageMs: ({ at, points }) => at - (startedAt + (points - FIRST) * STEP_MS),
  };
}

interface Probed {
  paints: Paint[];
}

/** Runs in the page. */
function watchFirstRow(): void {
  const probed = globalThis as unknown as Probed;
  probed.paints = [];
  let shown = '';
  const look = () => {
    const row = document.querySelector('li[aria-posinset] a[href^="/trade?id="]');
    const text = /\d\.\d{5}/.exec(row?.textContent ?? '')?.[0];
    const marked = row?.hasAttribute('data-old') ?? false;
    if (text === undefined || shown === `${text} ${marked}`) return;
    shown = `${text} ${marked}`;
    probed.paints.push({ at: Date.now(), points: Math.round(Number(text) * 100_000), marked });
  };
  const start = () =>
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-old'],
    });
  if (document.documentElement === null) addEventListener('DOMContentLoaded', start);
  else start();
}
