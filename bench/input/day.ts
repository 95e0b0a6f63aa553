import type { Browser, Locator, Page } from 'playwright';
import { takeFinger } from '../../tests/helpers/finger.ts';
import { LIST_ROWS, slowDown, takePhone } from '../probe/phone.ts';
import { durationsOf, type InteractionEvent, PROBE, type Visit } from './taps.ts';

/** Time until a screen does nothing but tick, and until the browser has reported a tap. */
const REST_MS = 1_200;
const QUICK_REST_MS = 400;

interface Step {
  readonly name: string;
  readonly target: (page: Page) => Locator;
}

const named = (role: 'button' | 'link', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).first();

const inSheet = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).last();

/** What a person taps on a first day, from the list of a visitor to an order and back. */
export const DAY: readonly Step[] = [
  { name: 'demo login', target: named('button', 'Start with a demo account') },
  { name: 'sort sheet', target: named('button', 'Sort') },
  { name: 'choice of it', target: (page) => page.locator('dialog button[aria-pressed=true]') },
  {
    name: 'chip',
    target: (page) => named('button', 'All')(page).locator('xpath=following-sibling::button[1]'),
  },
  { name: 'row', target: (page) => page.locator(LIST_ROWS).nth(2) },
  { name: 'period', target: (page) => page.getByRole('radio').nth(2).locator('..') },
  { name: 'lots', target: named('button', /^Increase/) },
  { name: 'order sheet', target: named('button', /^Buy \d/) },
  { name: 'confirm', target: inSheet(/^Buy [\d.]+ at/) },
  { name: 'orders', target: (page) => page.locator('nav a[href="/order"]') },
  { name: 'home', target: (page) => page.locator('nav a').first() },
];

/** Their names. */
export const DAY_TAPS: readonly string[] = DAY.map(({ name }) => name);

/**
 * Lives through the day on a new page, with a new demo account.
 * @returns ms of each tap until its frame was painted, by name
 */
export async function liveDay(
  browser: Browser,
  { url, throttle, quick }: Pick<Visit, 'url' | 'throttle' | 'quick'>,
): Promise<ReadonlyMap<string, number>> {
  const phone = await takePhone(browser, { probes: [PROBE] });
  const { page, context, cdp } = phone;
  const taken = new Map<string, number>();
  const rest = () => page.waitForTimeout(quick ? QUICK_REST_MS : REST_MS);
  try {
    await page.goto(url);
    await page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
    const finger = await takeFinger(cdp);
    await slowDown(phone, throttle);
    for (const { name, target } of DAY) {
      await target(page).waitFor();
      await rest();
      await page.evaluate('window.__interactions.length = 0');
      await finger.tap(target(page));
      await rest();
      const events = await page.evaluate<InteractionEvent[]>('window.__interactions');
      taken.set(name, Math.max(...durationsOf(events, 1)));
    }
    return taken;
  } finally {
    await context.close();
  }
}
