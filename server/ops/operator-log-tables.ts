import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';

export interface OperatorLogSchema {
  operator_log: OperatorLogTable;
}

export type StepOutcome = 'begun' | 'done' | 'refused' | 'failed';

interface OperatorLogTable {
  id: Generated<number>;
  at: TimestampMs;
  /** The operating system's name of the user who asked. */
  who: string;
  thing: string;
  verb: string;
  /** The id of the row the step was about; empty without one. */
  subject: string;
  /** `begun` until the step has ended. */
  outcome: StepOutcome;
}
