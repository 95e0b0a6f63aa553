import { parseArgs } from 'node:util';

const SUITES = ['size', 'pnl', 'list', 'server'] as const;
export type Suite = (typeof SUITES)[number];

export interface Options {
  readonly suites: readonly Suite[];
  readonly repetitions: number;
  /** How long each repetition of the list scrolls, and of the server loads. */
  readonly seconds: number;
  /** CPU slowdown of the page's main thread. */
  readonly throttle: number;
  /** Quotes a second of all instruments together; the list is measured at each. */
  readonly rates: readonly number[];
  readonly json: string | undefined;
  readonly check: boolean;
}

export const HELP = `npm run bench [-- SUITE… OPTION…]   measures the product beside its peers; all suites when none is named

  size            what a phone downloads, brotli, by part
  pnl             profit of 1,000 positions from one frame, beside JSON.parse of that frame
  list            main-thread time of the live list in Chromium, scrolled by touch, beside a plain-DOM page
  server          orders and prices under load: 200 orders/s beside 1,000 socket clients, beside a bare insert and broadcast

  --quick         3 repetitions of 4 s instead of 5 of 8 s: a first look, too few for a verdict
  --reps N        N repetitions
  --throttle N    slow the page's main thread down N times (list)
  --rate N        N quotes a second instead of 500 and then 10000 (list)
  --json FILE     write all figures, the machine and the versions to FILE as well
  --check         exit 1 when a goal is missed
  --help          this text`;

/** @throws Error with a sentence when the command line makes no sense; @returns undefined when help is asked for */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      reps: { type: 'string' },
      throttle: { type: 'string' },
      rate: { type: 'string' },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const suites = positionals.map(suiteNamed);
  return {
    suites: suites.length === 0 ? SUITES : SUITES.filter((suite) => suites.includes(suite)),
    repetitions: count('reps', values.reps) ?? (values.quick ? 3 : 5),
    seconds: values.quick ? 4 : 8,
    throttle: count('throttle', values.throttle) ?? 1,
    rates: values.rate === undefined ? [500, 10_000] : [count('rate', values.rate) ?? 0],
    json: values.json,
    check: values.check,
  };
}

function suiteNamed(name: string): Suite {
  const suite = SUITES.find((one) => one === name);
  if (suite === undefined) throw new Error(`There is no suite "${name}": name ${SUITES.join(', ')} or none.`);
  return suite;
}

function count(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}
