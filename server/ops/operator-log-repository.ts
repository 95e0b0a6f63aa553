import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';
import type { StepOutcome } from './operator-log-tables.ts';

/** One step of an operator. It never holds the arguments, which may be about people. */
export interface OperatorStep {
  readonly id: number;
  readonly at: TimestampMs;
  readonly who: string;
  readonly thing: string;
  readonly verb: string;
  /** The id of the row the step was about; empty without one. */
  readonly subject: string;
  readonly outcome: StepOutcome;
}

export function operatorLogRepository(db: Db) {
  return {
    /** Latest first; of one thing when named. */
    async latest(limit: number, thing?: string): Promise<readonly OperatorStep[]> {
      const rows = db.selectFrom('operator_log').selectAll().orderBy('id', 'desc').limit(limit);
      return (thing === undefined ? rows : rows.where('thing', '=', thing)).execute();
    },
    async begin(step: Omit<OperatorStep, 'id' | 'outcome'>): Promise<number> {
      const row = await db
        .insertInto('operator_log')
        .values({ ...step, outcome: 'begun' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async end(id: number, outcome: StepOutcome): Promise<void> {
      await db.updateTable('operator_log').set({ outcome }).where('id', '=', id).execute();
    },
  };
}
