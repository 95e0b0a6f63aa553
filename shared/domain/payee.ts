/* The payees of withdrawals: form and server check them by the same rules. */

/** Addresses of all chains: letters, digits and a few separators. */
const COIN_ADDRESS = /^[A-Za-z0-9][A-Za-z0-9:._-]{7,127}$/;

export const isCoinAddress = (text: string): boolean => COIN_ADDRESS.test(text);

/** The fields of a bank account by their parameters. */
export const BANK_LINES = {
  bank_name: { maxLength: 120, isRequired: true },
  branch_name: { maxLength: 120, isRequired: false },
  bank_address: { maxLength: 200, isRequired: false },
  bank_swift: { maxLength: 20, isRequired: false },
  payee_name: { maxLength: 120, isRequired: true },
  payee_account: { maxLength: 64, isRequired: true },
} as const;

export type BankLine = keyof typeof BANK_LINES;

/** Largest number of UTF-16 units of a withdrawal's memo. */
export const MAX_MEMO = 200;
