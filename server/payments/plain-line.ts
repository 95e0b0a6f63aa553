import { CODE } from '../../shared/contract/codes.ts';
import { lineProblem, tidyLine } from '../../shared/domain/plain-line.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';

/** Normalises one line of plain text; undefined if it is invalid or too long. */
export const plainLine = (text: string, maxLength: number): string | undefined =>
  lineProblem(text, maxLength, false) === undefined ? tidyLine(text) : undefined;

export const badField = (field: string): Result<never> => err(refusal(CODE.badParameter, '', { field }));

const MAX_REMARK = 500;

/** Reads the reason for a rejection, which the user sees. */
export function readRemark(text: string): Result<string> {
  const remark = plainLine(text, MAX_REMARK);
  return remark === undefined || remark === '' ? badField('remark') : ok(remark);
}
