import type { Result } from '../shared/result.ts';

/*
 * The operator's command as rooms see it: `npm run ops -- <resource> <verb> [values] [--name value]`. A room declares its
 * resources in its own `…-commands.ts` and names there what they depend on; `resources.ts` lists them all. This file
 * imports no room, so that rooms can import it.
 */

/** @typeParam Deps what the verbs work with */
export interface Resource<Deps> {
  readonly help: string;
  /** The verb that runs when none is given; without it the verbs are listed. */
  readonly usual?: string;
  readonly verbs: Readonly<Record<string, Verb<Deps>>>;
}

export interface Verb<Deps> {
  readonly help: string;
  /**
   * Values without a name fill these in order. One that is the number of something is kept in the operators' log, and one
   * that is `logged`; no other typed text is. `json` and `help` are reserved.
   */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** It changes an account, or where users pay to: the step is a security event too. */
  readonly isSecurityEvent?: true;
  /**
   * It writes what the dealer of an account alone writes: its money, orders and restriction, or answers in its chat. In an
   * exchange in parts it goes on to that dealer over the broker, which takes no other step from there.
   */
  readonly crosses?: true;
  /** Only with the exchange's own channel file, not with the key of an operator. */
  readonly isOwners?: true;
  /** @returns the answer, or one sentence that says what is wrong; then nothing has changed */
  readonly run: (deps: Deps, values: Values) => Promise<Result<OperatorAnswer, string>>;
}

export interface Parameter {
  readonly help: string;
  readonly optional?: true;
  /** An optional one that is given without a value, as in `--open`; then it is `yes`. */
  readonly isFlag?: true;
  readonly choices?: readonly string[];
  /** The operators' log keeps it as long as the books, so it must not be about a person, or name why a step was taken. */
  readonly logged?: true;
}

/** The values of a command by the names of its parameters. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Rows as a table for people and as JSON for programs; all rows have the same columns. */
export interface OperatorAnswer {
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** What `--json` prints in place of the rows. */
  readonly json?: object;
  /** A sentence below the table. */
  readonly note?: string;
  /** Something needs attention: the command ends with status 1. */
  readonly failed?: true;
  /** What the step changed, for the operators' log. Each verb that changes something has it. */
  readonly changed?: Changed;
}

/**
 * The values that a step changed, and those that say of what: instrument, account, amount. The log keeps them as long as the
 * books, so they hold no secret, and nothing about a person but the uid.
 */
export interface Changed {
  /** Null where nothing was there. */
  readonly before: Facts | null;
  /** Null where nothing is left. */
  readonly after: Facts | null;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** A `Changed` is shown as a sentence, and in JSON as it is. */
type Cell = Facts[string] | Changed;

/** Resources by name. Any list of resources is a `Resources<never>`, which can be described but not run. */
export type Resources<Deps> = Readonly<Record<string, Resource<Deps>>>;
