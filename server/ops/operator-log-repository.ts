import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';
import type { StepOutcome } from './operator-log-tables.ts';

/** One step of an operator. It never holds the arguments, which may be about people. */
export interface OperatorStep {
  readonly id: number;
  readonly at: TimestampMs;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  /** The id of the row the step was about; empty without one. */
  readonly subject: string;
  readonly outcome: StepOutcome;
}

export function operatorLogRepository(db: Db) {
  return {
    /** Newest first; of one resource when given. */
    async latest(limit: number, resource?: string): Promise<readonly OperatorStep[]> {
      const rows = db.selectFrom('operator_log').selectAll().orderBy('id', 'desc').limit(limit);
      const found = await (resource === undefined ? rows : rows.where('thing', '=', resource)).execute();
      return found.map(({ thing, ...step }) => ({ ...step, resource: thing }));
    },
    async begin({ resource, ...step }: Omit<OperatorStep, 'id' | 'outcome'>): Promise<number> {
      const row = await db
        .insertInto('operator_log')
        .values({ ...step, thing: resource, outcome: 'begun' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async end(id: number, outcome: StepOutcome): Promise<void> {
      await db.updateTable('operator_log').set({ outcome }).where('id', '=', id).execute();
    },
  };
}
