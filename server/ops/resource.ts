import type { Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Services } from '../services.ts';
import type { Store } from '../store/store.ts';

/** What an operator's step works with: the rooms behind the calls, and what lies below them. */
export interface OperatorServices extends Services {
  readonly store: Store;
  readonly clock: Clock;
}

type Cell = string | number | boolean | null;

/** Rows for people as a table, for programs as JSON; all rows have the same columns. */
export interface OperatorAnswer {
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** A sentence below the table. */
  readonly note?: string;
  /** Something was found that must be looked into: the command ends with status 1. */
  readonly failed?: true;
}

export interface Parameter {
  readonly help: string;
  readonly optional?: true;
  readonly choices?: readonly string[];
}

/** One step, as in `npm run ops -- <thing> <verb> [values] [--name value]`. */
export interface Verb {
  readonly help: string;
  /**
   * Values without a name fill these in their order. One called `id` or `uid` is kept in the operators' log; nothing
   * else of what was typed is. `json` and `help` are taken.
   */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** @returns the answer, or one sentence that says what is wrong; then nothing has changed */
  run(
    services: OperatorServices,
    values: Readonly<Record<string, string | undefined>>,
  ): Promise<Result<OperatorAnswer, string>>;
}

export interface Thing {
  readonly help: string;
  /** The verb that runs when none is named; without it the verbs are listed. */
  readonly usual?: string;
  readonly verbs: Readonly<Record<string, Verb>>;
}
