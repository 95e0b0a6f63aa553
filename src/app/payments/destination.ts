import type { WireDrawMethod } from '../../../shared/contract/wire-payments.ts';

/* The same bounds as the server's (server/payments/methods.ts), so that what is wrong is said at the field. */

/** Of any chain: letters, digits and the few marks that some of them put between. */
const COIN_ADDRESS = /^[A-Za-z0-9][A-Za-z0-9:._-]{7,127}$/;
/** Control characters, what no alphabet has, marks that turn the direction of reading around, and those of HTML. */
const ODD = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]/u;

export const BANK_FIELDS = {
  bank_name: { maxLength: 120, isRequired: true },
  branch_name: { maxLength: 120, isRequired: false },
  bank_address: { maxLength: 200, isRequired: false },
  bank_swift: { maxLength: 20, isRequired: false },
  payee_name: { maxLength: 120, isRequired: true },
  payee_account: { maxLength: 64, isRequired: true },
} as const;

export type BankField = keyof typeof BANK_FIELDS;

type LineProblem = 'empty' | 'too-long' | 'odd';

export const isCoinAddress = (text: string): boolean => COIN_ADDRESS.test(text);

/** What is wrong with one line of plain text; undefined when nothing is. */
export function lineProblem(text: string, maxLength: number, isRequired: boolean): LineProblem | undefined {
  const line = text.trim().normalize('NFC');
  if (isRequired && line === '') return 'empty';
  if (line.length > maxLength) return 'too-long';
  return ODD.test(line) ? 'odd' : undefined;
}

/** Where it is paid to: the address of a coin, the account of a bank. */
export const payeeOf = (method: Pick<WireDrawMethod, 'dc_address' | 'payee_account'>): string =>
  method.dc_address === '' ? method.payee_account : method.dc_address;
