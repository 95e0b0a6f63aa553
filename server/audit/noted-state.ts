import { err, ok, type Result } from '../../shared/result.ts';
import type { LastingChain } from './chain-audit.ts';

/*
 * A line that an operator notes elsewhere. It names a state of the books that can always be computed again, from the rows that
 * were there then: whatever is changed in them, with all digests computed again, does not lead to the same line.
 */

/** Rows of a chain, and one digest over where each account's chain was after them. */
interface ChainState {
  readonly rows: number;
  readonly hash: string;
}

export type BooksState = Readonly<Record<LastingChain, ChainState>>;

export interface NotedState {
  /** ISO 8601, as it was noted. */
  readonly date: string;
  readonly state: BooksState;
}

export const CHAINS = ['postings', 'events', 'steps'] as const satisfies readonly LastingChain[];

/** As in `2026-11-28T09:20:31.412Z,postings:1204:...,events:388:...,steps:12:...`. */
export const lineOf = ({ date, state }: NotedState): string =>
  [date, ...CHAINS.map((chain) => `${chain}:${state[chain].rows}:${state[chain].hash}`)].join(',');

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PART = /^(\w+):(\d{1,15}):([\w-]{43})$/;

/** Refuses with a sentence. */
export function readLine(line: string): Result<NotedState, string> {
  const [date = '', ...parts] = line.trim().split(',');
  const states = new Map<string, ChainState>();
  for (const part of parts) {
    const [, chain = '', rows, hash = ''] = PART.exec(part) ?? [];
    states.set(chain, { rows: Number(rows), hash });
  }
  const isWhole = parts.length === CHAINS.length && CHAINS.every((chain) => states.has(chain));
  if (!DATE.test(date) || !isWhole)
    return err('against is a line as the check of the books prints it, copied whole.');
  return ok({ date, state: Object.fromEntries(states) as unknown as BooksState });
}
