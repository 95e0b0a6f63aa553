/** Control characters, what no alphabet has, marks that turn the direction of reading around, and those of HTML. */
const ODD = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]/u;

export type LineProblem = 'empty' | 'too-long' | 'odd';

/** A line as it is kept: in one form of its letters, without blanks around it. */
export const tidyLine = (text: string): string => text.trim().normalize('NFC');

/** What is wrong with one line of plain text; undefined when nothing is. */
export function lineProblem(text: string, maxLength: number, isRequired: boolean): LineProblem | undefined {
  const line = tidyLine(text);
  if (isRequired && line === '') return 'empty';
  if (line.length > maxLength) return 'too-long';
  return ODD.test(line) ? 'odd' : undefined;
}
