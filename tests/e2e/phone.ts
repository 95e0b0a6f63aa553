import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { WireInstrument } from '../../shared/contract/market.ts';

/** A phone with touch that collects all errors of its page; it is closed at the end of its test. */
export interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
}

/** @param serviceWorkers `block` where a test answers requests itself: it does not see those of a service worker */
export async function openPhone(
  browser: Browser,
  url: string,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<Phone> {
  const context = await browser.newContext({
    serviceWorkers,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: url,
  });
  onTestFinished(() => context.close());
  // A loaded machine may take long; a wait that is in vain fails all the same.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, context, problems };
}

export async function speakEnglish(page: Page): Promise<void> {
  await page.goto('/language');
  await page.getByText('English').tap();
  await expect.poll(() => page.locator('html').getAttribute('lang'), { timeout: 90_000 }).toBe('en-US');
}

/** As if English had been chosen on an earlier visit. */
export async function englishPhone(
  browser: Browser,
  url: string,
  serviceWorkers?: 'allow' | 'block',
): Promise<Phone> {
  const phone = await openPhone(browser, url, serviceWorkers);
  await phone.context.addInitScript(() => localStorage.setItem('pipstream.language', 'en'));
  return phone;
}

export async function enterDemo(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Start with a demo account' }).tap();
  await page.waitForURL((to) => to.pathname !== '/login');
}

/** Waits until the text of an element has changed `times` times. */
export async function seeChanges(element: Locator, times: number): Promise<readonly string[]> {
  const seen: string[] = [];
  await expect
    .poll(
      async () => {
        const text = (await element.textContent()) ?? '';
        if (seen.at(-1) !== text) seen.push(text);
        return seen.length;
      },
      { timeout: 90_000, interval: 30 },
    )
    .toBeGreaterThan(times);
  return seen;
}

export async function instrumentNamed(url: string, code: string): Promise<WireInstrument> {
  const answer = (await (await fetch(`${url}/v1/api/forex/trade_list?t=1`)).json()) as {
    data: { list: readonly WireInstrument[] };
  };
  const found = answer.data.list.find((one) => one.Code === code);
  if (found === undefined) throw new Error(`no ${code} on the list`);
  return found;
}

/** The text of a file that the page saves: the browser may have it on another machine, where it has no path. */
export async function savedText(download: Promise<Download>): Promise<string> {
  return text(await (await download).createReadStream());
}

/** A digest of a canvas's pixels. */
export const pictureOf = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join());

/** Chooses another instrument on the trade screen. */
export async function chooseInstrument(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /Choose an instrument/ }).tap();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox').fill(typed);
  await picker.getByRole('button', { name }).tap();
  await picker.waitFor({ state: 'hidden' });
}

/** Buys lots of the instrument on the trade screen, with a confirmation. */
export async function buyHere(page: Page, showCode: string): Promise<void> {
  await page.getByRole('button', { name: /^Buy \d/ }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy [\d.]+ at/ })
    .tap();
  await page.getByText(new RegExp(`^Bought [\\d.]+ ${showCode} at`)).waitFor();
}
