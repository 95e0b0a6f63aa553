import type { Kysely } from 'kysely';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';

type StepOutcome = 'begun' | 'done' | 'refused' | 'failed';

/** What an operator did; never what was typed, which may be about people. */
export interface OperatorStep {
  readonly id: number;
  readonly at: TimestampMs;
  readonly who: string;
  readonly thing: string;
  readonly verb: string;
  /** The number of what it was about; empty without one. */
  readonly subject: string;
  readonly outcome: StepOutcome;
}

export interface OperatorLogReads {
  /** Latest first; of one thing when named. */
  latest(limit: number, thing?: string): Promise<readonly OperatorStep[]>;
}

export interface OperatorLogWrites {
  begin(step: Omit<OperatorStep, 'id' | 'outcome'>): Promise<number>;
  end(id: number, outcome: StepOutcome): Promise<void>;
}

export function operatorLogRepository(db: Kysely<Schema>): OperatorLogReads & OperatorLogWrites {
  return {
    async latest(limit, thing) {
      const rows = db.selectFrom('operator_log').selectAll().orderBy('id', 'desc').limit(limit);
      const found = await (thing === undefined ? rows : rows.where('thing', '=', thing)).execute();
      return found.map((row) => ({ ...row, at: timestampMs(row.at), outcome: row.outcome as StepOutcome }));
    },
    async begin(step) {
      const row = await db
        .insertInto('operator_log')
        .values({ ...step, outcome: 'begun' satisfies StepOutcome })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async end(id, outcome) {
      await db.updateTable('operator_log').set({ outcome }).where('id', '=', id).execute();
    },
  };
}
