import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { candleRows, toPrice } from '../chart/bench-chart.ts';
import { percentile } from '../figures/statistics.ts';
import { slowDown, takePhone } from '../probe/phone.ts';
import { stroke } from '../probe/stroke.ts';
import { type Profiled, whileProfiled } from '../profile/profiled.ts';

const PROBE = readFileSync(join(import.meta.dirname, 'frames.js'), 'utf8');
/** Time from the line's label until the page does nothing but tick. */
const SETTLE_MS = 2_000;
const QUICK_SETTLE_MS = 500;
/** How far the finger goes to each side, and how long it takes to go there and back. */
const SWING = { px: 60, ms: 1_200 } as const;
/** Candles before those that the exchange has: a chart that was open for hours. */
const EARLIER = 300;

/** How often, and for how long, a label is looked for. */
const LOOK_MS = 100;
const WAIT_MS = 60_000;

export interface DragVisit {
  readonly url: string;
  /** The account that has the position; a page that asks for none needs none. */
  readonly token?: string;
  /** The position's label on the chart. */
  readonly label: string;
  readonly throttle: number;
  readonly seconds: number;
  readonly quick: boolean;
  /** The profile that is taken of the drag, in a run that takes profiles. */
  readonly profile?: Profiled;
}

/**
 * Opens a chart with a position and drags its line up and down by touch, until it is a new stop loss.
 * @returns ms between the frames of the drag
 */
export async function dragLine(browser: Browser, visit: DragVisit): Promise<readonly number[]> {
  const { url, token, label, throttle, seconds, quick, profile } = visit;
  const phone = await takePhone(browser, { probes: [PROBE], ...(token !== undefined && { token }) });
  const { page, context, cdp } = phone;
  try {
    await giveHistory(context);
    await page.goto(url);
    await page.waitForTimeout(quick ? QUICK_SETTLE_MS : SETTLE_MS);
    const from = await placeOf(page, label);
    await slowDown(phone, throttle);
    const swings = Math.max(1, Math.round((seconds * 1000) / SWING.ms));
    // Ends below: there a position's line becomes its stop loss.
    const swing = (part: number) => ({
      x: from.x,
      y: from.y + SWING.px * Math.sin(2 * Math.PI * (swings + 0.25) * part),
    });
    await whileProfiled(profile, cdp, () => stroke(cdp, (swings + 0.25) * SWING.ms, swing));
    await page.getByRole('button', { name: /^Set at/ }).waitFor({ timeout: 30_000 });
    return gapsOf(await page.evaluate<number[]>('window.__frames'));
  } finally {
    await context.close();
  }
}

/** Where the page has written a text on its canvas. */
async function placeOf(page: Page, text: string) {
  const place = () =>
    page.evaluate<{ readonly x: number; readonly y: number } | undefined>(
      `window.__texts[${JSON.stringify(text)}]`,
    );
  let at = await place();
  for (let waited = 0; at === undefined; waited += LOOK_MS) {
    if (waited > WAIT_MS) throw new Error(`the chart has no "${text}"`);
    await page.waitForTimeout(LOOK_MS);
    at = await place();
  }
  const box = await page.locator('canvas').first().boundingBox();
  if (box === null) throw new Error('the chart has gone');
  return { x: box.x + at.x, y: box.y + at.y };
}

type WireCandle = readonly [time: number, ...values: number[]];

/** An exchange that plays tapes knows no candles from before its start. */
const giveHistory = (context: BrowserContext) =>
  context.route(/\/forex\/kline\?/, async (route) => {
    const response = await route.fetch();
    const answer: { readonly data: readonly WireCandle[] } = await response.json();
    const [first] = answer.data;
    const earlier = first === undefined ? [] : candlesBefore(first);
    await route.fulfill({ response, json: { ...answer, data: [...earlier, ...answer.data] } });
  });

/** Candles of the same prices, one a minute, whose last close is the first open. */
function candlesBefore([time, open = 0]: WireCandle): readonly WireCandle[] {
  const rows = candleRows(EARLIER);
  const end = rows.at(-1);
  return rows.map(([at, ...prices]) => [
    time - 60 + (at - (end?.[0] ?? 0)),
    ...prices.slice(0, 4).map((points) => Number((open + toPrice(points - (end?.[4] ?? 0))).toFixed(5))),
    60,
  ]);
}

export const gapsOf = (frames: readonly number[]): readonly number[] =>
  frames.slice(1).map((at, i) => at - (frames[i] ?? at));

/** Vsyncs at 60 Hz; times of frames are rounded. */
const TWO_VSYNCS_MS = 2 * (1000 / 60) + 1;

/** Percent of the frames that came within two vsyncs of the one before. */
export const percentPrompt = (gaps: readonly number[]): number =>
  (gaps.filter((gap) => gap <= TWO_VSYNCS_MS).length / gaps.length) * 100;

export const slowGap = (gaps: readonly number[]): number => percentile(gaps, 95);
