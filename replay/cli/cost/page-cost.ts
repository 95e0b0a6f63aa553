import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { onePart } from '../../format/packed-text.ts';
import { contextOf, hideBars, show, storedBefore } from '../app-player.ts';
import { serveApp } from '../app-server.ts';
import { readView } from '../recorded-view.ts';
import { wholeText } from '../recording-files.ts';
import type { CountedCost, Tape } from './cost.ts';
import { forcingFunctions, ranFunctions, type TraceEvent } from './page-functions.ts';
import { readableApp } from './readable-app.ts';
import { launchShell, openStepped, type SteppedPage } from './stepped-page.ts';

/*
 * What a recording costs the page: what it commits, writes, restyles, lays out and draws while the app plays the recording on
 * one screen. Time passes frame by frame, and page and engine share one thread, so every run does the same.
 */

const PROBE = join(import.meta.dirname, 'page-probe.js');
const RECORDING = '/files/recording.jsonl';
const TRACED = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline.stack'];
const LOAD_MS = 3_200;
const REST_MS = 2_000;
const TAP_EVERY_MS = 2_000;
/** Switches of the screen, which are tapped in turn. */
const TAPPED = '[role=tab], input[type=radio]';

/** @throws UsageError if chromium-headless-shell is not installed */
export async function countPage(file: string, tape: Tape): Promise<CountedCost> {
  const view = await readView(file);
  const text = new TextEncoder().encode(await wholeText(file));
  const browser = await launchShell();
  try {
    const folder = await readableApp();
    const server = await serveApp(folder, { files: new Map([[RECORDING, () => onePart(text)]]) });
    const startMs = Date.parse(view.header.started_at);
    const shown = { view, look: { ...NO_LOOK, screen: tape.screen }, bars: 'hidden' } as const;
    const context = await browser.newContext({ ...contextOf(shown), baseURL: server.url });
    await context.addInitScript(storedBefore(shown));
    await context.addInitScript(`globalThis.startMs = ${startMs};\n${readFileSync(PROBE, 'utf8')}`);
    const where = { url: `/?replay=${RECORDING}`, before: '/manifest.json', startMs };
    const stepped = await openStepped(browser, context, where);
    return await countedOf(stepped, browser, folder, tape).finally(() => server.close());
  } finally {
    await browser.close();
  }
}

const NO_LOOK = { viewport: undefined, theme: undefined, language: undefined };

async function countedOf(
  stepped: SteppedPage,
  browser: Browser,
  folder: string,
  tape: Tape,
): Promise<CountedCost> {
  const { page, devtools, pass } = stepped;
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await pass(LOAD_MS);
  await hideBars(page);
  await page.evaluate(FOLD);
  await show(page, tape.screen);
  // Once before it counts, so that all files are loaded. A jump from what plays would meet timers of before it.
  await play(stepped, tape);
  await page.evaluate(PRESS);
  await pass(REST_MS);
  await page.evaluate(FOLD);
  await page.evaluate(TO_START);
  await page.evaluate(FOLD);
  await pass(REST_MS);
  const { result: before } = await devtools.send('Profiler.takePreciseCoverage');
  await page.evaluate('pageCounts.clear()');
  await browser.startTracing(page, { categories: TRACED });
  await page.evaluate(PRESS);
  await play(stepped, tape);
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  );
  const { result: after } = await devtools.send('Profiler.takePreciseCoverage');
  const counted: Readonly<Record<string, number>> = await page.evaluate('Object.fromEntries(pageCounts)');
  const counters = { ...counted, ...renderingOf(traceEvents) };
  return {
    tape: { ...tape, browser: `${browser.version().replace(/\..*/, '')}, ${await page.evaluate(FONTS)}` },
    counters: Object.fromEntries(Object.entries(counters).sort(([a], [b]) => (a < b ? -1 : 1))),
    functions: [...ranFunctions(before, after, folder), ...forcingFunctions(traceEvents, folder)],
  };
}

/** Plays or pauses. */
const PRESS = `document.querySelector('section[data-status] button').click()`;
/** Folds or unfolds the player's bar, whose timeline would be most of what is drawn. */
const FOLD = `document.querySelector('section[data-status] > div').querySelector('button:last-of-type').click()`;
/** The player's timeline at its start. */
const TO_START = `(() => {
  const timeline = document.querySelector('section[data-status] [role=slider]');
  const { left } = timeline.getBoundingClientRect();
  timeline.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, clientX: left }));
})()`;

/** What differs between the fonts of two machines: the width of a text in that of the app. */
const FONTS = `(() => {
  const context = document.createElement('canvas').getContext('2d');
  context.font = '100px ' + getComputedStyle(document.body).fontFamily;
  return 'fonts ' + context.measureText('Wg 1.08423 \u0633\u0639\u0631 \u5831\u50f9').width.toFixed(1);
})()`;

async function play({ page, pass }: SteppedPage, { untilMs }: Tape): Promise<void> {
  for (let atMs = 0, nth = 0; atMs < untilMs; atMs += TAP_EVERY_MS, nth++) {
    const half = Math.min(TAP_EVERY_MS, untilMs - atMs) / 2;
    await pass(half);
    await page.evaluate(`(() => {
      const shown = [...document.querySelectorAll('${TAPPED}')].filter((one) => !one.closest('[hidden]'));
      shown[${nth} % shown.length]?.click();
    })()`);
    // What it asks for is answered: a jump would refuse it, or not, as the threads run.
    await pass(half);
  }
}

function renderingOf(events: readonly TraceEvent[]): Readonly<Record<string, number>> {
  const of = (name: string) => events.filter((event) => event.name === name);
  const begun = (some: readonly TraceEvent[]) => some.filter(({ ph }) => ph !== 'E').length;
  const sum = (values: readonly (number | undefined)[]) =>
    values.reduce<number>((all, one = 0) => all + one, 0);
  const styles = of('UpdateLayoutTree');
  return {
    'style recalculations': begun(styles),
    'elements of style recalculations': sum(styles.map(({ args }) => args.elementCount)),
    layouts: begun(of('Layout')),
  };
}
