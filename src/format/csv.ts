import { separators } from './separators.ts';

/** A number that is written with these digits and no others. */
const PLAIN = /^-?\d+(\.\d+)?$/;

/**
 * Separated values for spreadsheets (RFC 4180): CRLF lines, doubled quotes. An apostrophe is put before texts that a
 * spreadsheet would read as a formula. Starts with the byte order mark, by which a spreadsheet knows UTF-8.
 * Spreadsheets of languages that write decimals with a comma expect it here, too, and semicolons between the cells.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isComma = separators().decimal === ',';
  const cellOf = (value: string | number) => cell(String(value), isComma);
  const lines = [header, ...rows].map((row) => row.map(cellOf).join(isComma ? ';' : ','));
  return `\ufeff${lines.join('\r\n')}`;
}

function cell(text: string, isComma: boolean): string {
  if (PLAIN.test(text)) return isComma ? text.replace('.', ',') : text;
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An integer of 10^-decimals as a plain decimal: exact, with all its decimals. */
export function exactDecimal(scaled: number, decimals: number): string {
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0');
  const end = digits.length - decimals;
  const sign = scaled < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, end)}.${digits.slice(end)}`;
}
