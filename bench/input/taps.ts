import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { type Finger, takeFinger } from '../../tests/helpers/finger.ts';
import { LIST_ROWS, slowDown, takePhone } from '../probe/phone.ts';
import { type Profiled, whileProfiled } from '../profile/profiled.ts';

/** Records what the browser reports of each tap. */
export const PROBE = readFileSync(join(import.meta.dirname, 'interactions.js'), 'utf8');
/** Time from the first row until the page does nothing but tick. */
const SETTLE_MS = 1_500;
const QUICK_SETTLE_MS = 1_000;
/** Pause between taps: a thumb is not faster, and each tap gets its painted frame. */
const PAUSE_MS = 300;
/** The same with `--quick`: the work of a tap is over by then. */
const QUICK_PAUSE_MS = 150;
/** Taps of a round with `--quick`. */
const QUICK_TAPS = 8;
/** The browser reports an event some time after its frame. */
const REPORT_MS = 500;

export interface Visit {
  readonly url: string;
  readonly throttle: number;
  readonly rounds: number;
  readonly quick: boolean;
  /** The profile that is taken of the taps, in a run that takes profiles. */
  readonly profile?: Profiled;
}

/**
 * Reloads the app and uses it by touch.
 * @returns ms of each tap until its frame was painted
 */
export const tapThrough = (browser: Browser, visit: Visit): Promise<readonly number[]> =>
  tapPage(browser, visit, LIST_ROWS, async (page, finger) => {
    const taps = await goRound(page, finger, visit.quick);
    await page.waitForSelector(LIST_ROWS);
    return taps;
  });

/** As many taps on a page whose buttons only show that they were pressed. */
export const tapBare = (browser: Browser, visit: Visit): Promise<readonly number[]> =>
  tapPage(browser, visit, 'button', async (page, finger) => {
    const buttons = await page.getByRole('button').all();
    const steps = buttons.slice(0, visit.quick ? QUICK_TAPS : undefined);
    await tapAll(page, finger, steps, visit.quick);
    return steps.length;
  });

/** @param goRound taps some elements of the page, and resolves to how many */
async function tapPage(
  browser: Browser,
  { url, throttle, rounds, quick, profile }: Visit,
  ready: string,
  goRound: (page: Page, finger: Finger) => Promise<number>,
): Promise<readonly number[]> {
  const phone = await takePhone(browser, { probes: [PROBE] });
  const { page, context } = phone;
  try {
    await page.goto(url);
    await page.waitForSelector(ready, { timeout: 60_000 });
    if (rounds === 0) return [];
    await page.waitForTimeout(quick ? QUICK_SETTLE_MS : SETTLE_MS);
    const finger = await takeFinger(phone.cdp);
    await slowDown(phone, throttle);
    let taps = 0;
    await whileProfiled(profile, phone.cdp, async () => {
      for (let round = 0; round < rounds; round++) taps += await goRound(page, finger);
    });
    await page.waitForTimeout(REPORT_MS);
    const events = await page.evaluate<InteractionEvent[]>('window.__interactions');
    if (new Set(events.map(([interaction]) => interaction)).size < taps / 4)
      throw new Error(`${events.length} events were seen of ${taps} taps`);
    return durationsOf(events, taps);
  } finally {
    await context.close();
  }
}

/**
 * Taps filters, a row, periods of the chart, the size of an order, and goes back to the list. With `--quick` it taps
 * one of each kind. It finds them by what they say, so that another version (`--against`) is tapped in the same places: the chip
 * of all instruments is not the first one in each.
 */
async function goRound(page: Page, finger: Finger, quick: boolean): Promise<number> {
  const all = page.getByRole('button', { name: 'All', exact: true });
  const category = all.locator('xpath=following-sibling::button[1]');
  const increase = page.getByRole('button', { name: /^Increase/ }).first();
  const period = (at: number) => page.getByRole('radio').nth(at).locator('..');
  const decrease = page.getByRole('button', { name: /^Decrease/ }).first();
  const [row, back] = [page.locator(LIST_ROWS).nth(2), page.locator('nav a').first()];
  const steps: readonly Locator[] = quick
    ? [category, all, row, period(2), period(1), increase, decrease, back]
    : [
        ...[category, all, category, all, row],
        ...[period(2), period(3), period(1), increase, increase, decrease, back],
      ];
  await tapAll(page, finger, steps, quick);
  return steps.length;
}

async function tapAll(page: Page, finger: Finger, steps: readonly Locator[], quick: boolean): Promise<void> {
  for (const step of steps) {
    await step.waitFor();
    await finger.tap(step);
    await page.waitForTimeout(quick ? QUICK_PAUSE_MS : PAUSE_MS);
  }
}

/** An event of an interaction: the interaction's number, and ms from the touch to the next painted frame. */
export type InteractionEvent = readonly [interaction: number, durationMs: number];

/** Browsers do not report shorter events; they count as this long. */
const UNREPORTED_MS = 16;
/** INP ignores one of the worst interactions for each 50. */
const PER_OUTLIER = 50;

/** Duration of each tap: its longest event. A tap without a report was a short one. */
export function durationsOf(events: readonly InteractionEvent[], taps: number): readonly number[] {
  const longest = new Map<number, number>();
  for (const [interaction, ms] of events)
    longest.set(interaction, Math.max(ms, longest.get(interaction) ?? UNREPORTED_MS));
  const seen = [...longest.values()];
  return [...seen, ...Array.from({ length: Math.max(0, taps - seen.length) }, () => UNREPORTED_MS)];
}

/** Interaction to Next Paint as defined by Web Vitals: the worst, ignoring one for each 50 interactions. */
export function inpOf(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => b - a);
  return sorted[Math.floor(sorted.length / PER_OUTLIER)] ?? Number.NaN;
}
