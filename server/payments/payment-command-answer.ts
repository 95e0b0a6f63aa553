import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import type { OperatorAnswer } from '../ops/resource.ts';

export type Row = OperatorAnswer['rows'][number];

/** The reply to a step on one item. @param what noun for the item, as in "deposit" */
export function answerOf<T>(
  outcome: Result<T>,
  what: string,
  row: (value: T) => Row,
): Result<OperatorAnswer, string> {
  return outcome.ok ? ok({ rows: [row(outcome.value)] }) : err(sentence(outcome.error, what));
}

export function sentence({ code, facts }: Refusal, what: string): string {
  switch (code) {
    case CODE.notFound:
      return `There is no such ${what}.`;
    case CODE.conflict:
      return `This ${what} was answered before.`;
    case CODE.badParameter:
      return `${facts?.['field'] ?? 'A value'} is not acceptable.`;
    case CODE.insufficientBalance:
      return 'The balance is not enough.';
    case CODE.notForDemo:
      return 'Demo accounts have no part in this.';
    default:
      return `Refused with code ${code}.`;
  }
}

/** The maximum number of items in a list; the newest are shown. */
export const LISTED = 200;

export const listNote = (count: number): Pick<OperatorAnswer, 'note'> =>
  count < LISTED ? {} : { note: `Only the latest ${LISTED} are shown.` };
