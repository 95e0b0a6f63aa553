import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { accountOfText } from '../accounts/user.ts';
import { page, pageNote, readPage } from '../command-values.ts';
import type { Changed, OperatorAnswer, Values } from '../resource.ts';
import { type Page, REQUESTS_PAGE } from './payment-request-repository.ts';

export type Row = OperatorAnswer['rows'][number];

/** The reply to a step on one item. @param what noun for the item, as in "deposit" */
export function answerOf<T>(
  outcome: Result<T>,
  what: string,
  row: (value: T) => Row,
  changed: (value: T) => Changed,
): Result<OperatorAnswer, string> {
  return outcome.ok
    ? ok({ rows: [row(outcome.value)], changed: changed(outcome.value) })
    : err(sentence(outcome.error, what));
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

/** How the verb `list` says in which order its rows are. */
export const LISTED = `the longest waiting first, other states newest first; ${REQUESTS_PAGE} a page`;

/** Parameters of `list` below the state. */
export const listed = { uid: { help: 'Only those of this user', optional: true }, page } as const;

/** The reply to `list`: one page of requests. */
export async function listAnswer<T>(
  { uid, page: wanted }: Values,
  read: (account: AccountId | undefined, page: number) => Promise<Page<T>>,
  row: (value: T) => Row,
): Promise<Result<OperatorAnswer, string>> {
  const shown = readPage(wanted);
  if (!shown.ok) return shown;
  const account = accountOfText(uid);
  if (uid !== undefined && account === undefined) return err('There is no such user.');
  const { list, total } = await read(account, shown.value);
  return ok({ rows: list.map(row), note: pageNote(shown.value, total, REQUESTS_PAGE) });
}
