import { lineProblem, tidyLine } from '../../shared/domain/plain-line.ts';
import { ok, type Result } from '../../shared/result.ts';
import { badField } from '../refusals.ts';

/** Normalises one line of plain text; undefined if it is invalid or too long. */
export const readLine = (text: string, maxLength: number): string | undefined =>
  lineProblem(text, maxLength, false) === undefined ? tidyLine(text) : undefined;

const MAX_REMARK = 500;

/** Reads the reason for a rejection, which the user sees. */
export function readRemark(text: string): Result<string> {
  const remark = readLine(text, MAX_REMARK);
  return remark === undefined || remark === '' ? badField('remark') : ok(remark);
}
