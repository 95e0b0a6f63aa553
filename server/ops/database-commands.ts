import { money, moneyToWire } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { AGAINST, readAgainst } from '../audit/check-command.ts';
import { lineOf } from '../audit/noted-state.ts';
import type { Clock } from '../clock.ts';
import { isoOf } from '../command-values.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { CopyReport } from '../store/copies/copies.ts';
import type { Store } from '../store/store.ts';

interface DatabaseDeps {
  readonly store: Pick<Store, 'copies'>;
  readonly clock: Pick<Clock, 'wall'>;
}

const file = {
  help: "A file on the server's machine; a relative path starts at the server's working folder",
};

const ELSEWHERE =
  'The data are in PostgreSQL, which has its own tools for this: pg_dump makes a copy while it is in use, pg_restore puts it in place (docs/operating.md).';

export const database: Resource<DatabaseDeps> = {
  help: 'Copies of the database, made while the exchange runs',
  verbs: {
    backup: {
      help: 'Copies the database to a new file and checks the copy',
      parameters: { file },
      run: async ({ store: { copies }, clock }, values) =>
        copies === undefined
          ? err(ELSEWHERE)
          : copyAnswer(await copies.make(values['file'] ?? ''), 'Copied', isoOf(clock.wall())),
    },
    check: {
      help: 'Checks whether a copy can be started from; does not change the file',
      parameters: { file, ...AGAINST },
      async run({ store: { copies }, clock }, { file: name = '', against: line }) {
        const against = readAgainst(line);
        if (!against.ok) return against;
        return copies === undefined
          ? err(ELSEWHERE)
          : examined(await copies.check(name, against.value), isoOf(clock.wall()));
      },
    },
  },
};

/** What the check of a copy found, for the operator. */
export const examined = (outcome: Result<CopyReport, string>, date: string) =>
  copyAnswer(outcome, 'Examined', date);

function copyAnswer(
  outcome: Result<CopyReport, string>,
  done: string,
  date: string,
): Result<OperatorAnswer, string> {
  if (!outcome.ok) return outcome;
  const { breaks, state, ...facts } = outcome.value;
  if (breaks.length === 0)
    return ok({
      rows: [{ ...facts, line: lineOf({ date, state }) }],
      note: `${done}: the file is whole and its books are in order.`,
    });
  return ok({
    rows: breaks.map(({ rule, where, amount }) => ({ rule, where, amount: moneyToWire(money(amount)) })),
    note: `${done}: ${facts.file} is whole, but the books that it holds break ${breaks.length} times.`,
    failed: true,
  });
}
