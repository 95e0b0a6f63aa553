import { err, ok, type Result } from '../../shared/result.ts';
import type { OperatorAnswer, OperatorServices, Parameter, Thing } from '../ops/resource.ts';
import type { Faults } from './faults.ts';
import {
  FAULT_BOUNDS,
  FAULT_KINDS,
  FAULT_PLACES,
  type FaultKind,
  type FaultNumber,
  type FaultPlace,
  readFault,
} from './setting.ts';

const ABSENT =
  'There is no fault console here: it is for development, in an exchange started by npm run dev or with FAULTS=on.';
const WHOLE = /^-?\d{1,9}$/;

const number = (help: string): Parameter => ({ help, optional: true });
const NUMBERS: Readonly<Record<FaultNumber, Parameter>> = {
  share: number('Percent of the occasions on which it strikes, 100 unless told'),
  ms: number('How long delay (500) and burst (3000) hold; how far skew (60000) shifts'),
  count: number('Ends it after so many strikes'),
  seconds: number('Ends it after so long'),
  skip: number('Numbers that gap leaves out, 1 unless told'),
  seed: number('Of its chance, 1 unless told'),
};

export const faults: Thing = {
  help: 'What goes wrong on purpose, in development',
  usual: 'list',
  verbs: {
    list: {
      help: 'Faults that are on',
      parameters: {},
      run: async (services) => withConsole(services, (console) => ok(tableOf(console))),
    },
    set: {
      help: 'Puts a fault on, in place of the one of its kind; without count and seconds it lasts',
      parameters: {
        kind: { help: 'What goes wrong', choices: FAULT_KINDS },
        ...NUMBERS,
        on: { help: 'What drop, delay, refuse and skew strike', optional: true, choices: FAULT_PLACES },
      },
      run: async (services, values) => withConsole(services, (console) => put(console, values)),
    },
    clear: {
      help: 'Ends one kind of fault, or all',
      parameters: { kind: { help: 'Which', optional: true, choices: FAULT_KINDS } },
      run: async (services, { kind }) =>
        withConsole(services, (console) => {
          console.clear(kindOf(kind));
          return ok(tableOf(console));
        }),
    },
  },
};

const withConsole = (
  { faults: console }: OperatorServices,
  run: (console: Faults) => Result<OperatorAnswer, string>,
): Result<OperatorAnswer, string> => (console === undefined ? err(ABSENT) : run(console));

function put(
  console: Faults,
  values: Readonly<Record<string, string | undefined>>,
): Result<OperatorAnswer, string> {
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
  console.set(setting.value);
  return ok(tableOf(console));
}

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
    ends_at: Number.isFinite(endsAt) ? new Date(endsAt).toISOString() : null,
  }));
  return rows.length === 0 ? { rows, note: 'Nothing goes wrong on purpose.' } : { rows };
}
