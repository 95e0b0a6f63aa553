import type { WireLedgerEntry } from '../../../shared/contract/wire-payments.ts';

/** Everything, what came in, or what went out. */
export type LedgerFilter = 'all' | 'in' | 'out';

export const fits = ({ Value }: Pick<WireLedgerEntry, 'Value'>, filter: LedgerFilter): boolean =>
  filter === 'all' || (filter === 'in' ? Value > 0 : Value < 0);

/**
 * Comma-separated values as spreadsheets read them (RFC 4180): CRLF lines, quotes doubled. A text that a spreadsheet
 * would take for a formula is led by an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
