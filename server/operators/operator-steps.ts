import type { Insertable, Selectable } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type Link, linkAfter, NO_LINK } from '../chain/chain.ts';
import type { Changed, Facts } from '../resource.ts';
import type { Db, Schema } from '../store/schema.ts';
import { takeTurn } from '../store/turns.ts';
import type { StepOutcome } from './operator-tables.ts';

/*
 * The operators' log: one chain for the house, kept as long as the books. Nothing here is ever updated or deleted. What a
 * step may leave in it is decided in `ops/step.ts`.
 */

/** A step as it is listed. Of its arguments it holds those that the verb names, since others may be about people. */
export interface OperatorStep {
  /** Of the row with which it began. */
  readonly seq: number;
  readonly at: TimestampMs;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  readonly subject: string;
  readonly detail: string;
  readonly changed: Changed | null;
  /** `begun` while the step runs, or where the process ended within it. */
  readonly outcome: StepOutcome;
}

type StepRow = Omit<Insertable<Schema['operator_steps']>, 'seq' | 'hash'>;

/** A row of the chain, for whoever proves it: `hash` is that of `linkAfter(the link before, content)`. */
interface StepLink extends Link {
  readonly content: Parameters<typeof linkAfter>[1];
}

/** Rows read at once. */
const BATCH = 500;
const END = 1;

/** Appends a row; the next one waits until the transaction has ended, in whichever process. @returns its number */
export async function appendStep(transaction: Db, row: StepRow): Promise<number> {
  await takeTurn(transaction, 'operator steps');
  const before = await operatorStepsEnd(transaction);
  const link = linkAfter(before, contentOf(row));
  await transaction
    .insertInto('operator_steps')
    .values({ ...row, ...link })
    .execute();
  await transaction
    .insertInto('operator_steps_end')
    .values({ id: END, ...link })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute();
  return link.seq;
}

/** The last link of the chain. */
export async function operatorStepsEnd(db: Db): Promise<Link> {
  const end = await db.selectFrom('operator_steps_end').select(['seq', 'hash']).executeTakeFirst();
  return end ?? NO_LINK;
}

/** All rows of the chain in their order, read in pages. */
export async function* walkOperatorSteps(db: Db): AsyncGenerator<StepLink> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('operator_steps')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) yield { seq: row.seq, hash: row.hash, content: contentOf(row) };
    after = last.seq;
  }
}

export interface StepFilter {
  readonly resource?: string | undefined;
  readonly who?: string | undefined;
  readonly subject?: string | undefined;
}

/** Newest first. */
export async function latestSteps(
  db: Db,
  limit: number,
  { resource, who, subject }: StepFilter = {},
): Promise<readonly OperatorStep[]> {
  let steps = db
    .selectFrom('operator_steps as step')
    .leftJoin('operator_steps as end', 'end.begun', 'step.seq')
    .selectAll('step')
    .select(['end.outcome as ended', 'end.subject as about', 'end.before as was', 'end.after as is'])
    .where('step.begun', 'is', null)
    .orderBy('step.seq', 'desc')
    .limit(limit);
  if (resource !== undefined) steps = steps.where('step.resource', '=', resource);
  if (who !== undefined) steps = steps.where('step.who', '=', who);
  if (subject !== undefined)
    steps = steps.where((eb) => eb.or([eb('step.subject', '=', subject), eb('end.subject', '=', subject)]));
  return (await steps.execute()).map(
    ({ seq, at, who, resource, verb, subject, detail, outcome, ...end }) => ({
      seq,
      at,
      who,
      resource,
      verb,
      subject: end.about ?? subject,
      detail,
      changed:
        end.was === null && end.is === null ? null : { before: factsOf(end.was), after: factsOf(end.is) },
      outcome: end.ended ?? outcome,
    }),
  );
}

const contentOf = (row: StepRow | Selectable<Schema['operator_steps']>) => [
  row.at,
  row.begun ?? null,
  row.who,
  row.resource,
  row.verb,
  row.subject,
  row.detail,
  row.before ?? null,
  row.after ?? null,
  row.outcome,
];

const factsOf = (json: string | null): Facts | null => (json === null ? null : (JSON.parse(json) as Facts));
