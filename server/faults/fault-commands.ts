import { err, ok, type Result } from '../../shared/result.ts';
import { isoOf } from '../command-values.ts';
import type { Facts, OperatorAnswer, Parameter, Resource, Values } from '../resource.ts';
import {
  FAULT_BOUNDS,
  FAULT_KINDS,
  FAULT_PLACES,
  type FaultKind,
  type FaultNumber,
  type FaultPlace,
  readFault,
} from './fault-setting.ts';
import type { Faults } from './faults.ts';

const ABSENT =
  'There is no fault console here: it is for development, in an exchange started by npm run dev or with FAULTS=on.';
const WHOLE = /^-?\d{1,9}$/;

interface FaultDeps {
  readonly faults?: Faults | undefined;
}

const number = (help: string): Parameter => ({ help, optional: true });
const NUMBERS: Readonly<Record<FaultNumber, Parameter>> = {
  share: number('Percent of the occasions on which it applies, 100 by default'),
  ms: number('How long delay (500) and burst (3000) hold; how far skew (60000) shifts'),
  count: number('How often it applies before it ends'),
  seconds: number('Seconds after which it ends'),
  skip: number('Sequence numbers that gap leaves out, 1 by default'),
  seed: number('Seed of its randomness, 1 by default'),
};

export const faults: Resource<FaultDeps> = {
  help: 'Injected faults, for development',
  usual: 'list',
  verbs: {
    list: {
      help: 'Active faults',
      parameters: {},
      run: async (deps) => withConsole(deps, (console) => ok(tableOf(console))),
    },
    set: {
      help: 'Activates a fault and replaces the one of its kind; without count and seconds it lasts',
      parameters: {
        kind: { help: 'Kind of fault', choices: FAULT_KINDS },
        ...NUMBERS,
        on: { help: 'Where drop, delay, refuse and skew apply', optional: true, choices: FAULT_PLACES },
      },
      run: async (deps, values) => withConsole(deps, (console) => put(console, values)),
    },
    clear: {
      help: 'Ends one kind of fault, or all',
      parameters: { kind: { help: 'Kind of fault', optional: true, choices: FAULT_KINDS } },
      run: async (deps, { kind }) =>
        withConsole(deps, (console) => {
          const before = active(console);
          console.clear(kindOf(kind));
          return ok({ ...tableOf(console), changed: { before, after: active(console) } });
        }),
    },
  },
};

const withConsole = (
  { faults: console }: FaultDeps,
  run: (console: Faults) => Result<OperatorAnswer, string>,
): Result<OperatorAnswer, string> => (console === undefined ? err(ABSENT) : run(console));

function put(console: Faults, values: Values): Result<OperatorAnswer, string> {
  const kind = kindOf(values['kind']);
  if (kind === undefined) return err(`kind is one of ${FAULT_KINDS.join(', ')}.`);
  const numbers: Partial<Record<FaultNumber, number>> = {};
  for (const name of Object.keys(FAULT_BOUNDS) as FaultNumber[]) {
    const typed = values[name];
    if (typed === undefined) continue;
    if (!WHOLE.test(typed)) return err(`${name} is a whole number.`);
    numbers[name] = Number(typed);
  }
  const on: FaultPlace | undefined = FAULT_PLACES.find((place) => place === values['on']);
  const setting = readFault({ kind, on, ...numbers });
  if (!setting.ok) return err(setting.error.sentence);
  const before = active(console);
  console.set(setting.value);
  return ok({ ...tableOf(console), changed: { before, after: active(console) } });
}

const active = (console: Faults): Facts => ({
  faults:
    console
      .list()
      .map(({ kind }) => kind)
      .join(' ') || 'none',
});

const kindOf = (text: string | undefined): FaultKind | undefined => FAULT_KINDS.find((kind) => kind === text);

function tableOf(console: Faults): OperatorAnswer {
  const rows = console.list().map(({ kind, on, share, ms, skip, seed, struck, count, endsAt }) => ({
    kind,
    on,
    share,
    ms,
    skip,
    seed,
    struck,
    count_left: count === undefined ? null : count - struck,
    ends_at: Number.isFinite(endsAt) ? isoOf(endsAt) : null,
  }));
  return rows.length === 0 ? { rows, note: 'Nothing goes wrong on purpose.' } : { rows };
}
