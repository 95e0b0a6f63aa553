import budgets from './budgets.json' with { type: 'json' };
import { type Figure, isMet } from './figures/figure.ts';
import { type Judged, judged, keyOf } from './figures/judge.ts';
import { ensureBrowser } from './rig/product-build.ts';
import { runEngine } from './suites/engine.ts';

/**
 * Checks that ratios stay within limits that hold on a busy machine too: a figure exceeds its limit only if its whole
 * confidence interval does.
 * @returns a sentence for each figure that exceeds its limit or was not measured
 */
export function overLimit(
  figures: readonly Judged[],
  limits: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const figure = figures.find((one) => keyOf(one) === key);
    if (figure === undefined) return [`${key}: not measured`];
    const [low] = figure.interval;
    return low <= limit ? [] : [`${key}: at least ${low.toFixed(2)} x, limit ${limit} x`];
  });
}

/**
 * Checks for figures that exceed their bound in every run: a leak shows each time, noise does not.
 * @returns a sentence for each
 */
export function growing(runs: readonly (readonly Figure[])[]): readonly string[] {
  const [first = [], ...others] = runs;
  return first.flatMap((figure) => {
    const again = others.flatMap((run) => run.filter(({ name }) => name === figure.name));
    const all = [figure, ...again];
    if (all.length < runs.length || all.some(isMet)) return [];
    const least = all.map(({ product }) => product.median.toFixed(1)).join(' and ');
    return [`${figure.name}: ${least} ${figure.unit}, limit ${figure.goal}`];
  });
}

const SOAK_MINUTES = 2;

/** Of the list three turns of page and plain DOM each. */
const LIST = {
  quick: true,
  repetitions: 3,
  dearRepetitions: 1,
  seconds: 2,
  peers: false,
  only: 'list main-thread time, ',
} as const;

/** Checks the ratios that are stable enough for every test run. Takes about a minute. */
async function checkRatios(): Promise<readonly string[]> {
  const engine = await runEngine({ quick: false, repetitions: 2, peers: false });
  const list = await measuredList();
  return overLimit(
    [...engine.map((one) => judged('engine', one)), ...list.map((one) => judged('list', one))],
    budgets.ci,
  );
}

async function measuredList(): Promise<readonly Figure[]> {
  const { endShared } = await import('./rig/shared.ts');
  try {
    return await (await import('./suites/list.ts')).runList(LIST);
  } finally {
    await endShared();
  }
}

/** Checks what grows while the app stays open. Only if something does, a second soak decides; then what is held is printed. */
async function checkGrowth(minutes: number): Promise<readonly string[]> {
  const { runSoak } = await import('./suites/soak.ts');
  const { printProfiles, profilesOfThisRun } = await import('./profile/explain.ts');
  const place = profilesOfThisRun();
  const look = async () => (await runSoak({ quick: false, minutes })).filter(({ row }) => row === 'P15');
  const growth = await look();
  for (const { name, details = {} } of growth)
    for (const [what, value] of Object.entries(details)) console.log(`${name}: ${what}: ${value}`);
  const found = growing([growth]).length === 0 ? [] : growing([growth, await look()]);
  if (found.length > 0) printProfiles(place);
  return found;
}

// `node bench/ci.ts`: the stable ratios. `node bench/ci.ts soak`: memory growth. Neither judges a time.
if (import.meta.main) {
  const [what] = process.argv.slice(2);
  const isSoak = what === 'soak';
  if (what !== undefined && !isSoak) throw new Error(`"${what}" is not known: soak, or nothing.`);
  await ensureBrowser();
  const sentences = await (isSoak ? checkGrowth(SOAK_MINUTES) : checkRatios());
  for (const sentence of sentences) console.error(sentence);
  if (sentences.length > 0) process.exitCode = 1;
  else
    console.log(
      isSoak
        ? `nothing grew in ${SOAK_MINUTES} minutes`
        : `${Object.keys(budgets.ci).length} ratios within their limits`,
    );
}
