import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  readonly suites: readonly string[];
  /** A quick run: the shortest turns that are meaningful, one rate, the slowest measurements left out. */
  readonly quick: boolean;
  readonly repetitions: number;
  /** Repetitions of slow measurements: third-party peers in a browser, reloaded pages, servers under load. */
  readonly dearRepetitions: number;
  /** Duration of each repetition of the list's scrolling and of the server's load. */
  readonly seconds: number;
  /** CPU slowdown of the page's main thread. */
  readonly throttle: number;
  /** Quotes a second of all instruments together; the list is measured at each rate. */
  readonly rates: readonly number[];
  /** Recording that is played in place of generated quotes. */
  readonly recording: string | undefined;
  /** Duration of the soak. */
  readonly minutes: number;
  /** Whether third-party packages may be installed and measured as peers. */
  readonly peers: boolean;
  /** A part of the names of the only figures that are asked for, or several between `|`. */
  readonly only: string | undefined;
  /** Whether a suite with noisy figures is repeated. */
  readonly untilStable: boolean;
  /** Whether a run waits until the machine has little else to do. */
  readonly waitQuiet: boolean;
}

/** Outputs of a run. */
export interface Outputs {
  readonly json: string | undefined;
  readonly report: string | undefined;
  /** A result file, or a commit that contains one. */
  readonly compare: string | undefined;
  /** A second file: results of devices, which are only laid side by side. */
  readonly beside: string | undefined;
  /** Folder for profiles of a turn that follows the measurement; undefined if only a miss or a worse needs them. */
  readonly profile: string | undefined;
  /** Address of the remote debugging port of a browser that runs already. */
  readonly connect: string | undefined;
  /** A file for what reads JUnit. */
  readonly junit: string | undefined;
  /** Whether annotations and a summary for GitHub are printed. */
  readonly github: boolean;
  /** Whether the suites of the run become the repository's latest result. */
  readonly record: boolean;
  readonly check: boolean;
  /** Another version of the project that takes turns with this one: a commit, or a folder with a checkout. */
  readonly against: Against | undefined;
}

export interface Against {
  readonly version: string;
  readonly rounds: number;
  /** Options of each turn. */
  readonly turn: readonly string[];
}

/** Fewer rounds can't tell a change from luck: the interval of a median needs six values that agree. */
const LEAST_ROUNDS = 6;

/** Defaults. */
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
  `npm run bench [-- SUITE… OPTION…]   measures the product and its peers; runs all suites by default

${suites.map(({ name, measures, quickSeconds }) => `  ${name.padEnd(15)} ${measures} (${quickSeconds} s)`).join('\n')}

How it is measured
  --quick         few short turns, one rate, no Lighthouse: a first look, of which --check judges the clear cases; takes the seconds
                  above on a quiet machine with two cores, ${suites.reduce((sum, { quickSeconds }) => sum + quickSeconds, 0)} in all
  --reps N        N repetitions of each, product and peers in turns; 5 or more for a confidence interval
  --throttle N    slow the page's main thread down N times, as on a slow phone; not the worker (transport's ticks,
                  list, chart; list, input and load also emulate a slow phone by themselves)
  --rate N        N quotes a second of all instruments together instead of 500 and then 10000 (list); leaves out the
                  slow phone and the comparison of rates
  --recording F   play the quotes of a recording instead of generated ones (list); leaves out the same
  --minutes N     duration of the soak; 60 by default, 3 s with --quick
  --no-peers      leave out the peers that need third-party packages, and install none
  --only NAME     only figures with NAME, or one of NAME|NAME, in their names; engine, list and server measure nothing else
  --until-stable  repeat suites with noisy figures, up to five times, and put all repetitions together
  --wait-quiet    wait before each suite, 15 minutes at most, until other programs are quiet

Output
  --json FILE     also write all figures, the machine and the versions to FILE (bench/schema.json)
  --report DIR    write one HTML page, a Markdown table and the JSON into DIR
  --compare F|REF print only changes beyond noise since a result file, or since the latest result of a commit;
                  exit 1 if something became worse
  --compare A B   lay the results of /bench on two devices side by side; measures nothing
  --connect URL   measure in a Chromium that runs already, by its remote debugging port, instead of a new one
  --profile DIR   after the run one turn under the profiler, with --against or --compare REF of both versions: profiles of
                  page and worker in DIR, and where the time went; taken anyway if a figure is
                  missed with --check, or became worse
  --against F|REF measure another version too, a folder with a checkout or a commit, in ${LEAST_ROUNDS} rounds (or --reps N) of short turns; what
                  seems worse is measured a second time; exit 1 if it is worse again
  --junit FILE    write a test case for each figure; one that has no certain verdict is skipped
  --github        print an annotation for each figure that is missed for certain or became worse, and write a summary that begins
                  with what changed into $GITHUB_STEP_SUMMARY, or print it
  --record        make this the repository's latest result of these suites: bench/results and the headlines in README.md;
                  no option of the measurement except --reps may be set
  --check         exit 1 if a figure misses its goal for certain: its whole interval lies beyond it, however few the repetitions;
                  or if no figure of a suite has a verdict; ends with how many have one
  --help          print this text

A run that can't begin, for a wrong option or path, exits with 2.`;

const FLAGS = {
  quick: { type: 'boolean', default: false },
  reps: { type: 'string' },
  throttle: { type: 'string' },
  rate: { type: 'string' },
  recording: { type: 'string' },
  minutes: { type: 'string' },
  'no-peers': { type: 'boolean', default: false },
  only: { type: 'string' },
  'until-stable': { type: 'boolean', default: false },
  'wait-quiet': { type: 'boolean', default: false },
  profile: { type: 'string' },
  connect: { type: 'string' },
  json: { type: 'string' },
  report: { type: 'string' },
  compare: { type: 'string' },
  against: { type: 'string' },
  junit: { type: 'string' },
  github: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Outputs that two versions by turns do not have. */
const OF_ONE_VERSION = ['json', 'junit', 'compare', 'record', 'check', 'until-stable'] as const;

/** Options that make a run incomparable with earlier ones. */
const SHAPING = ['quick', 'throttle', 'rate', 'recording', 'minutes', 'no-peers', 'only', 'connect'] as const;

/**
 * @throws Error with a sentence when the command line is invalid
 * @returns undefined for `--help`
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
): (Options & Outputs) | undefined {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
  if (values.help) return undefined;
  const [beside] = values.compare === undefined ? [] : positionals.filter((name) => name.endsWith('.json'));
  const unknown = positionals.find((name) => name !== beside && !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}": name ${known.join(', ')} or none.`);
  const quick = values.quick;
  const other = SHAPING.find((name) => values[name] !== undefined && values[name] !== false);
  if (values.record && other !== undefined)
    throw new Error(`A record is of the usual run: leave out --${other} or --record.`);
  const single = OF_ONE_VERSION.find((name) => values[name] !== undefined && values[name] !== false);
  if (values.against !== undefined && single !== undefined)
    throw new Error(`--against compares two versions: leave out --${single}.`);
  if (values.connect !== undefined && !/^(https?|wss?):\/\/./.test(values.connect))
    throw new Error(`--connect must be an address such as http://127.0.0.1:9222, not "${values.connect}".`);
  const usual = quick ? QUICK : FULL;
  const repetitions = count('reps', values.reps);
  const rate = count('rate', values.rate);
  const measured: Options = {
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
    only: values.only,
    untilStable: values['until-stable'],
    waitQuiet: values['wait-quiet'],
  };
  const { json, report, junit, github, compare, profile, connect, record, check } = values;
  const against = values.against === undefined ? undefined : againstOf(values.against, repetitions, measured);
  const outputs = { json, report, junit, github, compare, beside, profile, connect, record, check, against };
  return { ...measured, ...outputs };
}

/** The options that a result states: all that change what a figure means. */
export function conditionsOf(options: Options & Outputs) {
  const { quick, repetitions, seconds, throttle, rates, recording, minutes, peers } = options;
  const { only, untilStable, waitQuiet, connect } = options;
  return {
    ...{ quick, repetitions, seconds, throttle, rates, minutes, peers, untilStable, waitQuiet },
    connect: connect !== undefined,
    ...(recording === undefined ? {} : { recording: basename(recording) }),
    ...(only === undefined ? {} : { only }),
  };
}

/** Those that differ from the usual ones and change what is measured, as they are given. */
export function givenOptions(options: Partial<Options> & Pick<Options, 'throttle' | 'rates' | 'minutes'>) {
  const { quick, throttle, rates, recording, minutes, only, waitQuiet } = options;
  const usual = quick ? QUICK : FULL;
  return [
    ...(throttle === 1 ? [] : ['--throttle', `${throttle}`]),
    ...(rates.join() === usual.rates.join() ? [] : ['--rate', `${rates[0]}`]),
    ...(recording === undefined ? [] : ['--recording', recording]),
    ...(minutes === usual.minutes ? [] : ['--minutes', `${minutes}`]),
    ...(only === undefined ? [] : ['--only', only]),
    ...(waitQuiet ? ['--wait-quiet'] : []),
  ];
}

/** Options of a turn in other processes: short, of this measurement. */
export const turnOptions = ({ recording, ...options }: Options): readonly string[] => [
  ...['--quick', '--no-peers'],
  ...givenOptions({ ...options, recording: recording && resolve(recording) }),
];

function againstOf(version: string, rounds = LEAST_ROUNDS, measured: Options): Against {
  if (rounds < LEAST_ROUNDS) throw new Error(`--against needs --reps ${LEAST_ROUNDS} or more.`);
  return { version, rounds, turn: turnOptions(measured) };
}

function count(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}
