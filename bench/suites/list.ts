import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { startProduct } from '../../tests/helpers/product.ts';
import { type Comparison, compare } from '../method.ts';
import { buildPeer } from '../peer-build.ts';
import { writeTapes } from '../tape.ts';

export interface ListResult {
  readonly what: string;
  /** Main-thread busy, ms a second; ratios of the product to the plain DOM. */
  readonly busy: Comparison;
  /** React commits while the list ticked and stood still, and the text changes seen in that time. */
  readonly commits: number;
  readonly textChanges: number;
}

export interface ListOptions {
  readonly instruments: number;
  readonly ticksPerSecond: number;
  readonly repetitions: number;
  readonly seconds: number;
  readonly cpuSlowdown: number;
}

/**
 * The live list beside a plain-DOM optimum: both in Chromium at phone size, from the same exchange and the same built
 * files, while a finger scrolls. Busy is the main thread's task time.
 */
export async function runList(options: ListOptions): Promise<ListResult> {
  const feed = await writeTapes(options.instruments, options.ticksPerSecond, 600);
  const product = await startProduct({ FEED: feed });
  const peer = await buildPeer(product.url);
  const browser = await launchChromium();
  try {
    const busyOf = (url: string, ready: string) => () => busy(browser, url, ready, options);
    const comparison = await compare(
      [
        { name: 'product', run: busyOf(product.url, '[data-row] [data-sparkline-ready], [data-row]') },
        { name: 'plain DOM', run: busyOf(peer.url, '.row') },
      ],
      options.repetitions,
    );
    return {
      what: `${options.instruments} instruments, ${options.ticksPerSecond} ticks/s, ${options.cpuSlowdown}x CPU, touch scrolling`,
      busy: comparison,
      ...(await countCommits(browser, product.url, options.seconds)),
    };
  } finally {
    await browser.close();
    await peer.stop();
    await product.stop();
  }
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

async function busy(browser: Browser, url: string, ready: string, options: ListOptions): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(ready);
  await page.waitForTimeout(2_500);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  if (options.cpuSlowdown > 1)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: options.cpuSlowdown });
  const before = await taskSeconds(cdp);
  const started = Date.now();
  await scroll(cdp, options.seconds);
  const seconds = (Date.now() - started) / 1000;
  const spent = (await taskSeconds(cdp)) - before;
  await context.close();
  return (spent / seconds) * 1000;
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** A finger that scrolls down and up again, without a pause. */
async function scroll(cdp: CDPSession, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let down = true; Date.now() < until; down = !down) {
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 420,
      yDistance: down ? -1_600 : 1_600,
      speed: 1_600,
      gestureSourceType: 'touch',
      preventFling: true,
    });
  }
}

/** Counts React's commits through the hook that its developer tools use, in the app as shipped. */
async function countCommits(browser: Browser, url: string, seconds: number) {
  const context = await browser.newContext(phone);
  const page: Page = await context.newPage();
  await page.addInitScript({
    content: readFileSync(join(import.meta.dirname, '..', 'commit-counter.js'), 'utf8'),
  });
  await page.goto(url);
  await page.waitForSelector('[data-row]');
  await page.waitForTimeout(3_000);
  const counts = () =>
    page.evaluate('({ commits: window.__commits, texts: window.__texts })') as Promise<{
      commits: number;
      texts: number;
    }>;
  const before = await counts();
  await page.waitForTimeout(seconds * 1000);
  const after = await counts();
  await context.close();
  return { commits: after.commits - before.commits, textChanges: after.texts - before.texts };
}
