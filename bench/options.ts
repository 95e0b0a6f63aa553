import { parseArgs } from 'node:util';

export interface Options {
  readonly suites: readonly string[];
  /** A quick run: the shortest turns that are meaningful, the slowest measurements left out. */
  readonly quick: boolean;
  readonly repetitions: number;
  /** Repetitions of slow measurements: third-party peers in a browser, reloaded pages, servers under load. */
  readonly dearRepetitions: number;
  /** Duration of each repetition of the list's scrolling and of the server's load. */
  readonly seconds: number;
  /** Duration of the soak. */
  readonly minutes: number;
  /** Whether third-party packages may be installed and measured as peers. */
  readonly peers: boolean;
  /** A part of the names of the only figures that are asked for, or several between `|`. */
  readonly only: string | undefined;
  /** Address of the remote debugging port of a browser that runs already. */
  readonly connect: string | undefined;
}

/** Outputs of a run. */
export interface Outputs {
  readonly json: string | undefined;
  /** Two files: results of devices, which are only laid side by side. */
  readonly devices: readonly string[] | undefined;
  /** Folder for profiles of a turn that follows the measurement; undefined if only a miss or a worse needs them. */
  readonly profile: string | undefined;
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
export const QUICK = { repetitions: 2, dearRepetitions: 1, seconds: 1.5, minutes: 0.05 } as const;
export const FULL = { repetitions: 5, dearRepetitions: 5, seconds: 8, minutes: 60 } as const;

const flag = (help: string) => ({ type: 'boolean', default: false, value: '', help }) as const;
const value = (name: string, help: string) => ({ type: 'string', value: name, help }) as const;

const OPTIONS = {
  quick: flag(
    'few short turns, no Lighthouse: a first look, of which --check judges the clear cases; takes the seconds\nabove on a quiet machine with two cores',
  ),
  reps: value(
    'N',
    'N repetitions of each, product and peers in turns; 5 or more for a confidence interval, more where a figure is noisy',
  ),
  minutes: value('N', 'duration of the soak; 60 by default, 3 s with --quick'),
  'no-peers': flag('leave out the peers that need third-party packages, and install none'),
  only: value(
    'NAME',
    'only figures with NAME, or one of NAME|NAME, in their names; engine, list, input and server measure nothing else',
  ),
  connect: value(
    'URL',
    'measure in a Chromium that runs already, as on a phone, by its remote debugging port, instead of a new one',
  ),
  against: value(
    'F|REF',
    `measure another version too, a folder with a checkout or a commit, in ${LEAST_ROUNDS} rounds (or --reps N) of short turns;\nwhat seems worse is measured a second time; exit 1 if it is worse again`,
  ),
  profile: value(
    'DIR',
    'after the run one turn under the profiler, with --against of both versions: profiles of page and worker in DIR, and\nwhere the time went; taken anyway if a figure is missed with --check, or became worse',
  ),
  check: flag(
    'exit 1 if a figure misses its goal for certain: its whole interval lies beyond it, however few the repetitions; or\nif no figure of a suite has a verdict; ends with how many have one',
  ),
  json: value(
    'FILE',
    'also write all figures, the machine and the versions to FILE (bench/report/run-result.ts)',
  ),
  junit: value('FILE', 'write a test case for each figure; one that has no certain verdict is skipped'),
  github: flag(
    'print an annotation for each figure that is missed for certain or became worse, and write a summary that begins\nwith what changed into $GITHUB_STEP_SUMMARY, or print it',
  ),
  record: flag(
    "make this the repository's latest result of these suites: bench/results and the headlines in README.md;\nno option of the measurement except --reps may be set",
  ),
  compare: value(
    'A B',
    'lay the results of /bench on two devices side by side, with exit 1 if one is too slow; measures nothing',
  ),
  help: flag('print this text'),
} as const;

interface Explained {
  readonly name: string;
  readonly measures: string;
  readonly quickSeconds: number;
}

/** @param suites in the order in which they run */
export const helpText = (suites: readonly Explained[]): string => {
  const line = (name: string, help: string) =>
    `  ${name.padEnd(16)} ${help.replaceAll('\n', `\n${' '.repeat(19)}`)}`;
  return `npm run bench [-- SUITE… OPTION…]   measures the product and its peers; runs all suites by default

${suites.map(({ name, measures, quickSeconds }) => line(name, `${measures} (${quickSeconds} s)`)).join('\n')}

${Object.entries(OPTIONS)
  .map(([name, { value, help }]) => line(`--${name} ${value}`, help))
  .join('\n')}

A run that can't begin, for a wrong option or path, exits with 2.`;
};

/** Outputs that two versions by turns do not have. */
const OF_ONE_VERSION = ['json', 'junit', 'compare', 'record', 'check'] as const;

/** Options that make a run incomparable with earlier ones. */
const SHAPING = ['quick', 'minutes', 'no-peers', 'only', 'connect'] as const;

/**
 * @throws Error with a sentence when the command line is invalid
 * @returns undefined for `--help`
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
): (Options & Outputs) | undefined {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  if (values.help) return undefined;
  const { compare, quick, record, only, connect, json, junit, github, profile, check } = values;
  const [other] = compare === undefined ? [] : positionals.splice(-1);
  if (compare !== undefined && other === undefined)
    throw new Error('--compare needs the results of two devices; --against measures another version.');
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}": name ${known.join(', ')} or none.`);
  const givenOf = <N extends keyof typeof values>(names: readonly N[]) => names.find((name) => values[name]);
  const shaping = givenOf(SHAPING);
  if (record && shaping !== undefined)
    throw new Error(`A record is of the usual run: leave out --${shaping} or --record.`);
  const single = givenOf(OF_ONE_VERSION);
  if (values.against !== undefined && single !== undefined)
    throw new Error(`--against compares two versions: leave out --${single}.`);
  const usual = quick ? QUICK : FULL;
  const repetitions = count('reps', values.reps);
  const measured: Options = {
    suites: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)),
    quick,
    repetitions: repetitions ?? usual.repetitions,
    dearRepetitions: repetitions ?? usual.dearRepetitions,
    seconds: usual.seconds,
    minutes: count('minutes', values.minutes) ?? usual.minutes,
    peers: !values['no-peers'],
    only,
    connect,
  };
  const devices = compare === undefined || other === undefined ? undefined : [compare, other];
  const against = values.against === undefined ? undefined : againstOf(values.against, repetitions, measured);
  return { ...measured, json, junit, github, devices, profile, record, check, against };
}

/** The options that a result states: all that change what a figure means. */
export const conditionsOf = ({ quick, repetitions, minutes, peers, only, connect }: Options) => ({
  ...{ quick, repetitions, minutes, peers },
  ...(only && { only }),
  ...(connect && { connect: true as const }),
});

/** Those that differ from the usual ones and change what is measured, as they are given. */
export function givenOptions({
  quick,
  minutes,
  only,
}: Partial<Pick<Options, 'quick' | 'minutes' | 'only'>>): readonly string[] {
  return [
    ...(minutes === (quick ? QUICK : FULL).minutes ? [] : ['--minutes', `${minutes}`]),
    ...(only === undefined ? [] : ['--only', only]),
  ];
}

/** Options of a turn in other processes: short, of this measurement. */
export const turnOptions = (options: Options): readonly string[] => [
  ...['--quick', '--no-peers'],
  ...givenOptions(options),
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
