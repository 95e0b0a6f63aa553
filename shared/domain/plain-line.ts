/** Control characters, unassigned and private ones, direction marks, and the brackets of HTML. */
const ODD = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]/u;

export type LineProblem = 'empty' | 'too-long' | 'odd';

/** The stored form of a line: trimmed, in Unicode NFC. */
export const tidyLine = (text: string): string => text.trim().normalize('NFC');

/** What is wrong with a line of plain text; undefined for a valid line. */
export function lineProblem(text: string, maxLength: number, isRequired: boolean): LineProblem | undefined {
  const line = tidyLine(text);
  if (isRequired && line === '') return 'empty';
  if (line.length > maxLength) return 'too-long';
  return ODD.test(line) ? 'odd' : undefined;
}
