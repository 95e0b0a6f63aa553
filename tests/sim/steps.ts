import { type Chance, createChance, seedOf } from './chance.ts';

/** The number of users; the first has a demo account. */
export const USERS = 3;

type Range = readonly [min: number, max: number];

interface Kind {
  /** How often, compared with the other kinds. */
  readonly weight: number;
  readonly how?: readonly string[];
  /** How long it lasts. */
  readonly ms?: Range;
  readonly size?: Range;
}

/** Everything that happens in a run. What lasts ends by itself, so any step may be left out. */
const KINDS = {
  /** `size`: hundredths of a lot. */
  order: { weight: 26, how: ['buy', 'sell'], size: [1, 60] },
  /** `size`: points from the price. */
  pending: { weight: 8, how: ['buy', 'sell'], size: [-60, 60] },
  close: { weight: 12, how: ['all', 'all', 'part'] },
  cancel: { weight: 5 },
  stops: { weight: 6, size: [20, 400] },
  /** `size`: dollars. */
  draw: { weight: 5, size: [10, 600] },
  operator: { weight: 5, how: ['approve', 'reject deposit', 'pay', 'reject'] },
  reset: { weight: 1 },
  ticks: { weight: 6, size: [1, 30] },
  /** `size`: hundredths of a percent. */
  gap: { weight: 4, size: [-250, 250] },
  halt: { weight: 2, ms: [500, 20_000] },
  cut: { weight: 3 },
  link: { weight: 6, how: ['refusing', 'silent'], ms: [500, 25_000] },
  requests: { weight: 5, how: ['lost', 'doubled', 'late'], ms: [1_000, 10_000] },
  frames: { weight: 5, how: ['lost', 'doubled', 'swapped'], ms: [1_000, 10_000] },
  /** `size`: longest way in ms. */
  lag: { weight: 3, size: [300, 15_000], ms: [1_000, 10_000] },
  crash: { weight: 5, how: ['killed', 'power cut'], ms: [0, 12_000] },
  disk: { weight: 6, how: ['slow', 'hung', 'failing', 'full'], ms: [500, 9_000] },
  /** `size`: by how much the phone's clock is set, in ms. */
  clock: { weight: 2, size: [-3_600_000, 3_600_000] },
  page: { weight: 4, how: ['hidden', 'freeze', 'offline'], ms: [200, 70_000] },
  /** The phone is suspended without telling the page. */
  sleep: { weight: 3, ms: [500, 40_000] },
  'worker crash': { weight: 2 },
  reload: { weight: 2 },
  logout: { weight: 1 },
  login: { weight: 2 },
  chart: { weight: 2, how: ['1min', '5min'] },
  idle: { weight: 2 },
} as const satisfies Readonly<Record<string, Kind>>;

export type StepKind = keyof typeof KINDS;
export const STEP_KINDS = Object.keys(KINDS) as readonly StepKind[];

/** One step of a run. */
export interface Step {
  /** Its number in the run, which also seeds its luck. */
  readonly at: number;
  readonly do: StepKind;
  readonly how?: string;
  readonly who: number;
  readonly size?: number;
  readonly ms?: number;
  /** Picks among what there is: instruments, orders, payments. */
  readonly pick: number;
  /** Time until the next step. */
  readonly waitMs: number;
}

const TOTAL = STEP_KINDS.reduce((sum, kind) => sum + KINDS[kind].weight, 0);

/** The steps of a run: each depends on the seed and its own number only. */
export const stepsOf = (seed: number, count: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) => stepAt(seed, at));

function stepAt(seed: number, at: number): Step {
  const chance = createChance(seedOf(seed, at));
  const kind = pickKind(chance);
  const { how, ms, size }: Kind = KINDS[kind];
  const within = ([min, max]: Range) => chance.whole(min, max);
  const chosen = how && chance.pick(how);
  return {
    at,
    do: kind,
    ...(chosen === undefined ? {} : { how: chosen }),
    who: chance.whole(0, USERS - 1),
    ...(size === undefined ? {} : { size: within(size) }),
    ...(ms === undefined ? {} : { ms: within(ms) }),
    pick: chance.whole(0, 999),
    waitMs: waitOf(chance),
  };
}

function pickKind(chance: Chance): StepKind {
  let left = chance.whole(0, TOTAL - 1);
  for (const kind of STEP_KINDS) {
    left -= KINDS[kind].weight;
    if (left < 0) return kind;
  }
  return 'idle';
}

/** Mostly short, sometimes none, seldom so long that time limits end. */
function waitOf(chance: Chance): number {
  const dice = chance.next();
  if (dice < 0.2) return 0;
  return dice < 0.95 ? chance.whole(10, 900) : chance.whole(2_000, 12_000);
}

/** A step as a line of a report, and of a file of steps. */
export const lineOf = (step: Step): string => JSON.stringify(step);
