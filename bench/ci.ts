import budgets from './budgets.json' with { type: 'json' };
import { type Judged, judged, keyOf } from './judge.ts';
import { runEngine } from './suites/engine.ts';

/**
 * What a ratio must never be, on however busy a machine: a figure is over its limit only when all of its confidence
 * interval is. @returns a sentence for each that is, and for each that was not measured
 */
export function overLimit(
  figures: readonly Judged[],
  limits: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const figure = figures.find((one) => keyOf(one) === key);
    if (figure === undefined) return [`${key}: not measured`];
    const [low] = figure.interval;
    return low <= limit ? [] : [`${key}: at least ${low.toFixed(2)} x, may be ${limit} x`];
  });
}

// `node bench/ci.ts`: the ratios that are stable enough for every test run, in a few seconds.
if (import.meta.main) {
  const figures = await runEngine({ repetitions: 2, peers: false });
  const over = overLimit(
    figures.map((figure) => judged('engine', figure)),
    budgets.ci,
  );
  for (const sentence of over) console.error(sentence);
  if (over.length > 0) process.exitCode = 1;
  else console.log(`${Object.keys(budgets.ci).length} ratios within their limits`);
}
