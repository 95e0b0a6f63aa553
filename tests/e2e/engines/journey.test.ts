import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../../helpers/product.ts';
import { type Driven, drive, type Session } from './driven.ts';
import { FIREFOX, startFirefox } from './firefox.ts';
import { startWebKit, WEBKIT } from './webkit.ts';

interface Engine {
  readonly name: string;
  /** Absent where it is not installed. */
  readonly start?: () => Promise<Session>;
}

const ENGINES: readonly Engine[] = [
  WEBKIT
    ? { name: 'WebKit', start: startWebKit.bind(undefined, WEBKIT) }
    : { name: 'WebKit (not installed: webkit2gtk-driver, xvfb, and a locale such as en_US.UTF-8)' },
  FIREFOX
    ? { name: 'Firefox', start: startFirefox.bind(undefined, FIREFOX) }
    : { name: 'Firefox (not installed: firefox or firefox-esr)' },
];

/** Collects what the page reports as wrong, from here on. */
function watchProblems(): void {
  const problems: string[] = [];
  Object.assign(window, { problems });
  // A layout that takes one frame more is no fault.
  addEventListener('error', ({ message }) => /^ResizeObserver loop/.test(message) || problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  console.error = (...said: unknown[]) => problems.push(said.join(' '));
}

const problemsOf = (browser: Driven) =>
  browser.call(() => (window as unknown as { problems: string[] }).problems);

describe.each(ENGINES)('$name', ({ start }) => {
  let product: Product;
  let browser: Driven;
  beforeAll(async () => {
    if (start === undefined) return;
    product = await startProduct();
    browser = drive(await start());
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it.skipIf(start === undefined)(
    'deals as a new user does: list, demo account, chart, buy, close',
    async () => {
      await browser.open(`${product.url}/language`);
      await browser.call(() => localStorage.setItem('pipstream.language', 'en'));
      await browser.open(product.url);
      await browser.call(watchProblems);
      await browser.until(() => document.querySelectorAll('a[href^="/trade"] img[src^="data:"]').length > 3);
      await browser.press('Start with a demo account');
      await browser.until(() => document.body.innerText.includes('100,000.00'));
      await browser.press('EUR/USD');
      await browser.until(hasDrawnCandles);
      await browser.press('Buy');
      await browser.press('Buy');
      expect(await browser.until(toast)).toEqual({
        text: expect.stringMatching(/^Bought [\d.]+ EUR\/USD at \d\.\d{5}$/),
        isOneLine: true,
      });
      await browser.press('Close all');
      await browser.press('Close 1');
      await browser.until(() => document.body.innerText.includes('1 of 1 executed'));
      await browser.press('Close');
      await browser.until(() => document.body.innerText.includes('No positions here'));
      await browser.press('Orders');
      await browser.until(
        () => location.pathname === '/order' && document.body.innerText.includes('Balance'),
      );
      expect(await problemsOf(browser)).toEqual([]);
    },
  );
});

/** Whether the chart has a pixel that is not empty. */
function hasDrawnCandles(): boolean {
  return [...document.querySelectorAll('canvas')].some((canvas) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.some((value) => value > 0);
  });
}

/** The newest toast, once there is one. */
function toast(): { readonly text: string; readonly isOneLine: boolean } | undefined {
  const host = document.querySelector<HTMLElement>('[popover]:not([data-phase])');
  const newest = host?.lastElementChild;
  if (!host || !newest) return undefined;
  return { text: newest.textContent ?? '', isOneLine: host.offsetHeight < 60 };
}
