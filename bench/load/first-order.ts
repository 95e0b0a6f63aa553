import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { type Place, takeFinger } from '../../tests/helpers/finger.ts';
import { inProfile } from '../probe/phone.ts';
import { openSlow, SLOW } from './visit.ts';

const PROBE = readFileSync(join(import.meta.dirname, 'reach.js'), 'utf8');
const DEADLINE_MS = 60_000;

/** What is tapped for a first order, and what shows that it is filled: selectors of a page. */
export interface Way {
  readonly demo: string;
  /** Of a row, once the demo account is there. */
  readonly row: string;
  readonly buy: string;
  readonly confirm: string;
  readonly filled: string;
}

type Step = keyof Way;
export const STEPS = ['demo', 'row', 'buy', 'confirm', 'filled'] as const satisfies readonly Step[];

export const APP_WAY: Way = {
  demo: '.home-hero button[data-variant="primary"]',
  row: '.home:has(.home-top) li[aria-posinset="1"] a',
  buy: 'button[aria-keyshortcuts="b"]:enabled',
  confirm: 'dialog[open] button[data-variant="buy"]:enabled',
  filled: '[popover] [data-kind="ok"]',
};

/** When each step's element was there, ms after the first byte of the page. */
export type Ordered = Readonly<Record<Step, number>>;

/** How far the exchange is, one way: the browser delays neither the calls of workers nor sockets. */
export const AWAY_MS = SLOW.roundTripMs / 2;

/**
 * Opens a page on a slow phone, in a browser profile of its own, and taps its way to an order as soon as each control can be
 * tapped.
 * @param url of a relay, `AWAY_MS` away
 */
export const orderOn = (browser: Browser, url: string, way: Way): Promise<Ordered> =>
  inProfile(browser, async (context) => {
    const { page, cdp } = await openSlow(context, PROBE, { ...SLOW, roundTripMs: 0 });
    const finger = await takeFinger(cdp);
    await page.goto(url, { waitUntil: 'commit' });
    /** By the protocol: Playwright's own wait injects a script, which is a long task on a slow phone. */
    async function evaluated<T>(expression: string, name: string): Promise<T> {
      const answer = cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const late = sleep(DEADLINE_MS, undefined, { ref: false }).then(() => {
        throw new Error(`${url} did not show ${name} within ${DEADLINE_MS / 1000} s.`);
      });
      const { result, exceptionDetails } = await Promise.race([answer, late]);
      if (exceptionDetails) throw new Error(`${name}: ${exceptionDetails.text}`);
      return result.value;
    }
    const firstByteMs = await evaluated<number>('__firstByteMs()', 'its first byte');
    const times: [Step, number][] = [];
    for (const step of STEPS) {
      const reached = `__reach(${JSON.stringify(way[step])})`;
      const { foundMs, ...place } = await evaluated<Place & { readonly foundMs: number }>(reached, step);
      times.push([step, foundMs - firstByteMs]);
      if (step !== 'filled') await finger.tapAt(place);
    }
    return Object.fromEntries(times) as Record<Step, number>;
  });
