import { parseArgs } from 'node:util';

export interface Options {
  readonly suites: readonly string[];
  /** A first look: turns as short as still say something, one rate, the dearest left out. */
  readonly quick: boolean;
  readonly repetitions: number;
  /** Repetitions of what is dear to repeat: peers of other makers in a browser, pages opened anew, servers under load. */
  readonly dearRepetitions: number;
  /** How long each repetition of the list scrolls, and of the server loads. */
  readonly seconds: number;
  /** CPU slowdown of the page's main thread. */
  readonly throttle: number;
  /** Quotes a second of all instruments together; the list is measured at each. */
  readonly rates: readonly number[];
  /** A recording that is played in place of made-up quotes. */
  readonly recording: string | undefined;
  /** How long the soak lasts. */
  readonly minutes: number;
  /** Whether packages of others may be asked for, to be measured beside. */
  readonly peers: boolean;
}

/** What is done with the figures. */
export interface Outputs {
  readonly json: string | undefined;
  readonly report: string | undefined;
  /** A result file, or a commit that has one. */
  readonly compare: string | undefined;
  /** The suites of the run become the repository's latest result. */
  readonly record: boolean;
  readonly check: boolean;
}

/** What a run takes when nothing else is said. */
export const QUICK = {
  repetitions: 2,
  dearRepetitions: 1,
  seconds: 1.5,
  rates: [10_000],
  minutes: 0.05,
} as const;
export const FULL = {
  repetitions: 5,
  dearRepetitions: 5,
  seconds: 8,
  rates: [500, 10_000],
  minutes: 60,
} as const;

interface Explained {
  readonly name: string;
  readonly measures: string;
  readonly quickSeconds: number;
}

/** @param suites in the order in which they run */
export const helpText = (suites: readonly Explained[]): string =>
  `npm run bench [-- SUITE… OPTION…]   measures the product beside its peers; all suites when none is named

${suites.map(({ name, measures, quickSeconds }) => `  ${name.padEnd(15)} ${measures} (${quickSeconds} s)`).join('\n')}

How it is measured
  --quick         short turns, few of them, one rate, no Lighthouse: a first look, too little for a verdict; the seconds
                  above on a quiet machine with two cores, ${suites.reduce((sum, { quickSeconds }) => sum + quickSeconds, 0)} in all
  --reps N        N repetitions of each, the peers taking turns; 5 or more for a confidence interval
  --throttle N    slow the page's main thread down N times, as on a slow phone; never the worker (transport's ticks,
                  list, chart; list, input and load have a slow phone of their own)
  --rate N        N quotes a second of all instruments together instead of 500 and then 10000 (list), without the slow
                  phone and the rates far apart
  --recording F   play the quotes of a recording instead of made-up ones (list), without these too
  --minutes N     how long the soak lasts; 60 when nothing is said, 3 s with --quick
  --no-peers      leave out what needs packages of others, and install none

What becomes of the figures
  --json FILE     write all figures, the machine and the versions to FILE as well (bench/schema.json)
  --report DIR    write one HTML page, a Markdown table and the JSON into DIR
  --compare F|REF say only what changed beyond noise since a result file, or since the latest result of a commit;
                  exit 1 when something became worse
  --record        make this the repository's latest result of these suites: bench/results and the headlines in README.md;
                  of a usual run, with --reps at most
  --check         exit 1 when a goal is missed by a figure that is not noisy
  --help          this text`;

const FLAGS = {
  quick: { type: 'boolean', default: false },
  reps: { type: 'string' },
  throttle: { type: 'string' },
  rate: { type: 'string' },
  recording: { type: 'string' },
  minutes: { type: 'string' },
  'no-peers': { type: 'boolean', default: false },
  json: { type: 'string' },
  report: { type: 'string' },
  compare: { type: 'string' },
  record: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** What makes a run another one than those before it. */
const SHAPING = ['quick', 'throttle', 'rate', 'recording', 'minutes', 'no-peers'] as const;

/** @throws Error with a sentence when the command line makes no sense; @returns undefined when help is asked for */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
): (Options & Outputs) | undefined {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
  if (values.help) return undefined;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}": name ${known.join(', ')} or none.`);
  const quick = values.quick;
  const other = SHAPING.find((name) => values[name] !== undefined && values[name] !== false);
  if (values.record && other !== undefined)
    throw new Error(`A record is of the usual run: leave out --${other} or --record.`);
  const usual = quick ? QUICK : FULL;
  const repetitions = count('reps', values.reps);
  const rate = count('rate', values.rate);
  return {
    suites: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)),
    quick,
    repetitions: repetitions ?? usual.repetitions,
    dearRepetitions: repetitions ?? usual.dearRepetitions,
    seconds: usual.seconds,
    throttle: count('throttle', values.throttle) ?? 1,
    rates: rate === undefined ? usual.rates : [rate],
    recording: values.recording,
    minutes: count('minutes', values.minutes) ?? usual.minutes,
    peers: !values['no-peers'],
    json: values.json,
    report: values.report,
    compare: values.compare,
    record: values.record,
    check: values.check,
  };
}

function count(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}
