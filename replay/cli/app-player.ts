import { resolve } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright';
import { type AppServer, builtApp, serveApp } from './app-server.ts';
import { UsageError } from './exit.ts';
import type { RecordedView } from './recorded-view.ts';
import type { Look } from './tool-arguments.ts';

/** The built app in a browser without a window, with a recording open. */
export interface AppPlayer {
  readonly page: Page;
  readonly lengthMs: number;
  /** Shows a moment of the recording, on the screen that was open then, and waits until the app has it. */
  seek(atMs: number): Promise<void>;
  /** A PNG, once nothing is loaded and nothing changes any more. */
  settled(): Promise<Buffer>;
  /** What the screen says, as a screen reader has it: a line for each heading, text, button, field and row. */
  lines(): Promise<readonly string[]>;
  /** Plays on at a speed until a moment is reached, or the end. */
  play(speed: string, toMs: number): Promise<void>;
  close(): Promise<void>;
}

const PHONE = { viewport: [390, 844], pixelRatio: 2 } as const;
/** A loaded machine may take long. */
const PATIENCE_MS = 120_000;
const POLL_MS = 100;
/**
 * So many equal pictures in a row count as settled: on a busy machine a chart appears late, and the app asks again after half a
 * second for what it did not get.
 */
const EQUAL_PICTURES = 8;
/** After so many pictures the last one is taken, settled or not. */
const MAX_PICTURES = 100;

/**
 * @param bars whether the player's bars and circles are shown; without them the app looks as its user had it
 * @throws UsageError if the app is not built, or no browser is found
 */
export async function openAppPlayer(
  view: RecordedView,
  look: Look,
  bars: 'shown' | 'hidden',
): Promise<AppPlayer> {
  const dist = builtApp();
  const browser = await launched();
  const server = await serveApp(dist);
  try {
    return await openIn(browser, server, { view, look, bars });
  } catch (error) {
    await browser.close();
    server.close();
    throw error;
  }
}

async function launched(): Promise<Browser> {
  // Plain JavaScript: the launcher of the tests runs it, too.
  const finder: { presentBrowser(): string | undefined } = await import(
    new URL('../../scripts/browser.mjs', import.meta.url).href
  );
  const executablePath = finder.presentBrowser();
  if (executablePath === undefined)
    throw new UsageError(
      'Pictures need a browser: install Chromium or Google Chrome, or set PIPSTREAM_CHROMIUM to the path of one.',
    );
  try {
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  } catch {
    throw new UsageError(`The browser ${executablePath} does not start.`);
  }
}

interface Shown {
  readonly view: RecordedView;
  readonly look: Look;
  readonly bars: 'shown' | 'hidden';
}

async function openIn(browser: Browser, server: AppServer, shown: Shown): Promise<AppPlayer> {
  const context = await browser.newContext({ ...contextOf(shown), baseURL: server.url });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(storedBefore(shown));
  const startMs = Date.parse(shown.view.header.started_at);
  // A picture says the same on every day: also what is today, and how long ago something was.
  if (shown.bars === 'hidden') await context.addInitScript(clockAt(startMs));
  const page = await context.newPage();
  const loading = new Set<Request>();
  page.on('request', (request) => loading.add(request));
  const answered = (request: Request): void => void loading.delete(request);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  await page.goto('/mine/diagnostics');
  await page.locator('input[type=file]').setInputFiles(resolve(shown.view.file));
  const bar = barOf(page, loading);
  await bar.timeline.waitFor();
  const { screen } = shown.look;
  const follows = screen === undefined && shown.view.hasScreens;
  if (follows) await followUser(bar);
  // From the start: a screen that was opened with bars may round its places otherwise.
  if (shown.bars === 'hidden') await hideBars(page);
  return {
    page,
    lengthMs: Number(await bar.timeline.getAttribute('aria-valuemax')),
    async seek(atMs) {
      if (shown.bars === 'hidden') await page.evaluate(clockAt(startMs + Math.ceil(atMs)));
      await seek(bar, Math.ceil(atMs));
      if (!follows) await show(page, screen ?? '/');
    },
    settled: () => settled(bar),
    lines: () => saidLines(bar),
    play: (speed, toMs) => play(bar, speed, toMs),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

export function contextOf({ view: { header }, look }: Shown): BrowserContextOptions {
  const [width, height] = look.viewport ?? header.viewport ?? PHONE.viewport;
  return {
    viewport: { width, height },
    deviceScaleFactor: header.pixel_ratio ?? PHONE.pixelRatio,
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(header.time_zone === undefined ? {} : { timezoneId: header.time_zone }),
  };
}

/** What the app reads at its start, as if it had been chosen before. */
export function storedBefore({ view: { header }, look }: Shown): string {
  const stored = {
    'pipstream.language': look.language ?? header.language ?? 'en',
    'pipstream.theme': look.theme ?? header.theme ?? 'dark',
  };
  return `for (const [name, value] of ${JSON.stringify(Object.entries(stored))}) localStorage.setItem(name, value)`;
}

/** The page's clock stands still at this time, epoch ms; its timers run. */
const clockAt = (ms: number): string =>
  `globalThis.pageTimeMs = ${ms}; Date.now = () => globalThis.pageTimeMs;`;

/** The player's controls, found by their kind and place: their names are in the app's language. */
interface Bar {
  readonly page: Page;
  /** Requests that have no answer yet. */
  readonly loading: ReadonlySet<Request>;
  readonly timeline: Locator;
  readonly speed: Locator;
  /** Plays or pauses. */
  readonly button: Locator;
  /** Opens the sheet of marks and options. */
  readonly options: Locator;
}

const BAR = 'section[data-status]';
/** A message that disappears by itself. Whether it is still shown depends on the real time that the replay took. */
const TOAST = '[popover] > button';

function barOf(page: Page, loading: ReadonlySet<Request>): Bar {
  const section = page.locator(BAR);
  const row = section.locator('> div').first();
  return {
    page,
    loading,
    timeline: section.getByRole('slider'),
    speed: section.getByRole('combobox').first(),
    button: row.getByRole('button').first(),
    options: row.getByRole('button').nth(2),
  };
}

/** The app then says nothing of the replay either (`src/state/replay-source.ts`). */
export const hideBars = (page: Page): Promise<void> =>
  page.evaluate(`void dispatchEvent(new CustomEvent('replaypicture', { detail: true }))`);

/** Between two readings that have to be equal: on a busy machine some texts come late. */
const READ_AGAIN_MS = 1_000;
const MAX_READINGS = 10;

async function saidLines(bar: Bar): Promise<readonly string[]> {
  const { page } = bar;
  await settled(bar);
  let latest = '';
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    await page.evaluate(sayUnsteady(false));
    const next = await page.locator('body').ariaSnapshot();
    await page.evaluate(sayUnsteady(true));
    if (next === latest) break;
    latest = next;
    await page.waitForTimeout(READ_AGAIN_MS);
  }
  return latest.split('\n');
}

/**
 * A screen reader also has the player's banner and controls, the rows of quotes outside of the window, whose prices stand still,
 * a summary of the chart, which follows it from time to time, and the form of a pending order, whose price is not recorded: it
 * suggests the one at which it was opened.
 */
const sayUnsteady = (isSaid: boolean): string => `(() => {
  const bar = document.querySelector('${BAR}');
  const rows = [...document.querySelectorAll('.quote-row')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  });
  const charts = document.querySelectorAll('[role=application]');
  const form = document.querySelector('[data-type=pending]')?.closest('section');
  for (const one of [bar, bar.parentElement.querySelector(':scope > aside'), form, ...rows, ...charts])
    ${isSaid ? "one?.removeAttribute('aria-hidden')" : "one?.setAttribute('aria-hidden', 'true')"};
})()`;

/** Also below a sheet that the user had open. */
const press = (button: Locator): Promise<void> => button.dispatchEvent('click');

async function seek(bar: Bar, atMs: number): Promise<void> {
  const { page, timeline, button } = bar;
  const lengthMs = Number(await timeline.getAttribute('aria-valuemax'));
  for (;;) {
    const { x, width } = (await timeline.boundingBox()) ?? { x: 0, width: 1 };
    // An event instead of a real pointer, since the moment may lie between two pixels.
    await timeline.dispatchEvent('pointerup', { clientX: x + (width * atMs) / Math.max(1, lengthMs) });
    // The bar has the new moment as soon as it seeks. Read once: a second look may see the seek begin, after which it plays on.
    const seen = await page.waitForFunction(
      `((bar) => (bar.dataset.status === 'playing' || (bar.dataset.status !== 'seeking' &&
        Math.abs(bar.querySelector('[role=slider]').ariaValueNow - ${atMs}) <= 1)) && bar.dataset.status
      )(document.querySelector('${BAR}'))`,
    );
    if ((await seen.jsonValue()) !== 'playing') return;
    await press(button);
  }
}

const shownMs = async ({ timeline }: Bar): Promise<number> =>
  Number(await timeline.getAttribute('aria-valuenow'));

async function settled({ page, loading }: Bar): Promise<Buffer> {
  let latest = await page.screenshot({ animations: 'disabled' });
  let equal = 0;
  for (let i = 0; i < MAX_PICTURES && equal < EQUAL_PICTURES; i++) {
    await page.waitForTimeout(POLL_MS);
    const next = await page.screenshot({ animations: 'disabled' });
    const isStill = next.equals(latest) && loading.size === 0 && (await page.locator(TOAST).count()) === 0;
    equal = isStill ? equal + 1 : 0;
    latest = next;
  }
  return latest;
}

async function play(bar: Bar, factor: string, toMs: number): Promise<void> {
  const { page, speed, button } = bar;
  await speed.selectOption(factor, { force: true });
  await press(button);
  while ((await shownMs(bar)) < toMs) await page.waitForTimeout(POLL_MS);
}

/** By the app's own switch: it then opens the recorded screens, scrolls them, and shows the taps. */
async function followUser({ page, options }: Bar): Promise<void> {
  await options.click();
  const sheet = page.getByRole('dialog').first();
  const shown = await sheet.elementHandle();
  // Also where the sheet is too low to show it.
  await press(sheet.getByRole('switch').nth(1));
  // The user may have had a sheet open, which then lies over this one.
  await press(sheet.getByRole('button').first());
  await shown?.waitForElementState('hidden');
}

/** Between two screens nothing is loaded: the replay goes on. */
export const show = (page: Page, path: string): Promise<void> =>
  page.evaluate(`((path) => {
    if (location.pathname + location.search !== path) history.pushState(null, '', path);
  })(${JSON.stringify(path)})`);
