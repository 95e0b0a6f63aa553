import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    operators: OperatorTable;
    operator_steps: OperatorStepTable;
    operator_steps_end: OperatorStepsEndTable;
  }
}

interface OperatorTable {
  name: string;
  /** DER (SPKI) of an Ed25519 key in base64url. */
  public_key: string;
  since: TimestampMs;
}

export type StepOutcome = 'begun' | 'done' | 'refused' | 'failed';

/** Rows are only ever added. A step has one when it begins, and one when it ends. */
interface OperatorStepTable {
  /** Counts the rows from 1. */
  seq: number;
  at: TimestampMs;
  /** Of the row with which the step began; null in that row. */
  begun: number | null;
  who: string;
  resource: string;
  verb: string;
  /** What the step was about: the number or code of it; empty without one. */
  subject: string;
  /** What was chosen, and why, where the verb keeps it. */
  detail: string;
  /** JSON of plain values that were changed, without secrets and personal data; null where nothing was there. */
  before: string | null;
  after: string | null;
  outcome: StepOutcome;
  /** The link to the row before, see `chain/chain.ts`. */
  hash: string;
}

/** The last link, in one row: without it, lost last rows would leave a whole chain. */
interface OperatorStepsEndTable {
  id: number;
  seq: number;
  hash: string;
}
