import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';
import type { StepOutcome } from './operator-log-tables.ts';

/** One step of an operator. Of its arguments it holds those that the verb names, since others may be about people. */
export interface OperatorStep {
  readonly id: number;
  readonly at: TimestampMs;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  /** The id of the row the step was about; empty without one. */
  readonly subject: string;
  /** What was chosen, and why; empty where the verb keeps nothing of it. */
  readonly detail: string;
  readonly outcome: StepOutcome;
}

export function operatorLogRepository(db: Db) {
  return {
    /** Newest first; of one resource when given. */
    async latest(limit: number, resource?: string): Promise<readonly OperatorStep[]> {
      const rows = db
        .selectFrom('operator_log')
        .leftJoin('operator_log_details', 'step_id', 'id')
        .selectAll('operator_log')
        .select('detail')
        .orderBy('id', 'desc')
        .limit(limit);
      const found = await (resource === undefined ? rows : rows.where('thing', '=', resource)).execute();
      return found.map(({ thing, detail, ...step }) => ({ ...step, resource: thing, detail: detail ?? '' }));
    },
    async begin({ resource, detail, ...step }: Omit<OperatorStep, 'id' | 'outcome'>): Promise<number> {
      const row = await db
        .insertInto('operator_log')
        .values({ ...step, thing: resource, outcome: 'begun' })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (detail !== '')
        await db.insertInto('operator_log_details').values({ step_id: row.id, detail }).execute();
      return row.id;
    },
    async end(id: number, outcome: StepOutcome): Promise<void> {
      await db.updateTable('operator_log').set({ outcome }).where('id', '=', id).execute();
    },
  };
}
