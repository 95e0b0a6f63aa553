import { err, ok, type Result } from '../shared/result.ts';
import type { Changed, Facts } from './resource.ts';

// Values that the commands of several rooms read and print.

export const id = { help: 'The number in the list' } as const;

/** @returns 0, which nothing has, for a text that is not a number: then nothing is found */
export const idOf = <Id extends number>(text: string | undefined): Id =>
  (/^[1-9][0-9]{0,14}$/.test(text ?? '') ? Number(text) : 0) as Id;

/** A whole number from 1 to `most`. */
export function readWhole(name: string, text: string, most: number): Result<number, string> {
  const value = idOf(text);
  return value > 0 && value <= most ? ok(value) : err(`${name} is a whole number from 1 to ${most}.`);
}

/** Of a list that has pages. */
export const page = { help: 'From 1', optional: true } as const;

export const readPage = (text = '1'): Result<number, string> =>
  /^[1-9][0-9]{0,6}$/.test(text) ? ok(Number(text)) : err('page is a whole number from 1.');

/** @param size the rows of a page */
export const pageNote = (shown: number, total: number, size: number): string =>
  `Page ${shown} of ${Math.max(1, Math.ceil(total / size))}; ${total} in all.`;

/** The end of a preview that waits for `--yes`. */
export const UNCHANGED = 'Nothing has changed. Say it again with --yes to change it.';

export const isoOf = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : isoOf(at));

/** The facts that differ, and with each side's `named` ones, which say of what. Undefined: there was or is nothing. */
export function changedFacts(
  before: Facts | undefined,
  after: Facts | undefined,
  named: readonly string[] = [],
): Changed {
  const kept = (of: Facts | undefined, other: Facts | undefined) =>
    of === undefined
      ? null
      : Object.fromEntries(
          Object.entries(of).filter(([name, value]) => named.includes(name) || value !== other?.[name]),
        );
  return { before: kept(before, after), after: kept(after, before) };
}
