import { money, moneyToWire } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { CopyReport } from '../store/copies/copies.ts';
import type { OperatorAnswer, OperatorServices, Thing } from './resource.ts';

const file = { help: "A file on the server's machine; without a leading / below the folder it runs in" };

const ELSEWHERE =
  'The data are in PostgreSQL, which has its own tools for this: pg_dump makes a copy while it is in use, pg_restore puts it in place (docs/operating.md).';

export const database: Thing = {
  help: 'Copies of the database, made while it is in use',
  verbs: {
    backup: {
      help: 'Copies the database as it is now to a new file, and examines the copy',
      parameters: { file },
      run: async (services, values) => report(services, ({ make }) => make(values['file'] ?? ''), 'Copied'),
    },
    check: {
      help: 'Tries out whether a copy can be started from; the file stays as it is',
      parameters: { file },
      run: async (services, values) =>
        report(services, ({ check }) => check(values['file'] ?? ''), 'Examined'),
    },
  },
};

async function report(
  { store: { copies } }: Pick<OperatorServices, 'store'>,
  work: (from: NonNullable<typeof copies>) => Promise<Result<CopyReport, string>>,
  done: string,
): Promise<Result<OperatorAnswer, string>> {
  if (copies === undefined) return err(ELSEWHERE);
  const outcome = await work(copies);
  if (!outcome.ok) return outcome;
  const { breaks, ...facts } = outcome.value;
  if (breaks.length === 0)
    return ok({ rows: [facts], note: `${done}: the file is whole and its books are in order.` });
  return ok({
    rows: breaks.map(({ rule, where, amount }) => ({ rule, where, amount: moneyToWire(money(amount)) })),
    note: `${done}: ${facts.file} is whole, but the books that it holds break ${breaks.length} times.`,
    failed: true,
  });
}
