const DIGIT = /\p{Nd}/gu;

/** A text with the digits of all scripts as 0 to 9, e.g. Arabic `٤٢` or full-width `４２` as `42`. */
export const asciiDigits = (text: string): string =>
  text.replace(DIGIT, (digit) => String(digitValue(digit)));

/** Unicode has the decimal digits of a script in a row, from zero on; rows of several scripts may touch. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}

/** A code as it is pasted from a letter or typed on any keyboard, e.g. `212 429`: in ASCII, without blanks. */
export const codeOf = (typed: string): string =>
  asciiDigits(typed.normalize('NFKC')).replace(/[\s\p{Cf}]/gu, '');
