import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    operator_log: OperatorLogTable;
    operator_log_details: OperatorLogDetailTable;
  }
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

/** What was chosen in a step, and why, where the verb keeps it. */
interface OperatorLogDetailTable {
  step_id: number;
  detail: string;
}
