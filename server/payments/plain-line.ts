import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';

/** Control characters, what no alphabet has, marks that turn the direction of reading around, and those of HTML. */
const ODD = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]/u;

/** One line of plain text in one form of its letters, without blanks around it; undefined when it is none or too long. */
export function plainLine(text: string, maxLength: number): string | undefined {
  const line = text.trim().normalize('NFC');
  return line.length <= maxLength && !ODD.test(line) ? line : undefined;
}

export const badField = (field: string): Result<never> => err(refusal(CODE.badParameter, '', { field }));

const MAX_REMARK = 500;

/** What a user reads about a rejection. */
export function readRemark(text: string): Result<string> {
  const remark = plainLine(text, MAX_REMARK);
  return remark === undefined || remark === '' ? badField('remark') : ok(remark);
}
