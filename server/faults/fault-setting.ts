import { err, ok, type Result } from '../../shared/result.ts';

/** Kinds of faults that the operator can inject. */
export const FAULT_KINDS = [
  'drop',
  'delay',
  'duplicate',
  'swap',
  'gap',
  'half-open',
  'refuse',
  '999',
  'skew',
  'burst',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const FAULT_PLACES = ['all', 'socket', 'http'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

/** What a fault does. */
export interface FaultSetting {
  readonly kind: FaultKind;
  readonly on: FaultPlace;
  /** Percent. */
  readonly share: number;
  readonly ms: number;
  readonly skip: number;
  readonly count: number | undefined;
  readonly seconds: number | undefined;
  readonly seed: number;
}

/** A setting as an operator gives it: what is missing gets a default. */
export type FaultWish = Pick<FaultSetting, 'kind'> & {
  readonly [K in Exclude<keyof FaultSetting, 'kind'>]?: FaultSetting[K] | undefined;
};

interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Traits {
  /** Where it can strike; the first is the default. */
  readonly places: readonly FaultPlace[];
  readonly ms?: Bounds & { readonly preset: number };
  readonly skips?: true;
}

const ANYWHERE: readonly FaultPlace[] = ['all', 'socket', 'http'];
const DAY_MS = 86_400_000;
/** Clients give up before this. */
const LONGEST_MS = 60_000;

const TRAITS: Readonly<Record<FaultKind, Traits>> = {
  drop: { places: ANYWHERE },
  delay: { places: ANYWHERE, ms: { least: 1, most: LONGEST_MS, preset: 500 } },
  duplicate: { places: ['socket'] },
  swap: { places: ['socket'] },
  gap: { places: ['socket'], skips: true },
  'half-open': { places: ['socket'] },
  refuse: { places: ANYWHERE },
  '999': { places: ['all'] },
  skew: { places: ANYWHERE, ms: { least: -DAY_MS, most: DAY_MS, preset: LONGEST_MS } },
  burst: { places: ['socket'], ms: { least: 1, most: LONGEST_MS, preset: 3_000 } },
};

export const FAULT_BOUNDS = {
  share: { least: 1, most: 100 },
  ms: { least: -DAY_MS, most: DAY_MS },
  skip: { least: 1, most: 1_000 },
  count: { least: 1, most: 1_000_000 },
  seconds: { least: 1, most: 86_400 },
  seed: { least: 0, most: 2_147_483_647 },
} as const satisfies Readonly<Record<string, Bounds>>;
export type FaultNumber = keyof typeof FAULT_BOUNDS;

export interface WrongFault {
  readonly field: 'on' | FaultNumber;
  readonly sentence: string;
}

/** Fills in defaults. @returns the wrong value when it is out of bounds or does not belong to the kind */
export function readFault(wish: FaultWish): Result<FaultSetting, WrongFault> {
  const { kind, on, ms, skip } = wish;
  const { places, ms: measure, skips } = TRAITS[kind];
  const wrong = (field: WrongFault['field'], sentence: string) => err({ field, sentence });
  if (on !== undefined && !places.includes(on))
    return wrong('on', `${kind} is on ${places.join(', ')}, not ${on}.`);
  if (ms !== undefined && measure === undefined) return wrong('ms', `${kind} takes no ms.`);
  if (skip !== undefined && !skips) return wrong('skip', `${kind} takes no skip.`);
  for (const name of Object.keys(FAULT_BOUNDS) as FaultNumber[]) {
    const value = wish[name];
    const { least, most } = name === 'ms' && measure !== undefined ? measure : FAULT_BOUNDS[name];
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most))
      return wrong(name, `${name} is a whole number from ${least} to ${most}.`);
  }
  return ok({
    kind,
    on: on ?? places[0] ?? 'all',
    share: wish.share ?? 100,
    ms: ms ?? measure?.preset ?? 0,
    skip: skips ? (skip ?? 1) : 0,
    count: wish.count,
    seconds: wish.seconds,
    seed: wish.seed ?? 1,
  });
}
