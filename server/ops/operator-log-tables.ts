import type { Generated } from 'kysely';

export interface OperatorLogSchema {
  operator_log: OperatorLogTable;
}

interface OperatorLogTable {
  id: Generated<number>;
  at: number;
  /** The system's name of whoever asked. */
  who: string;
  thing: string;
  verb: string;
  /** The number of what it was about; empty without one. */
  subject: string;
  /** `begun` until the step has ended: done, refused, failed. */
  outcome: string;
}
