/* The payees of withdrawals: form and server check them by the same rules. */

/** Addresses of all chains: letters, digits and a few separators. */
const COIN_ADDRESS = /^[A-Za-z0-9][A-Za-z0-9:._-]{7,127}$/;

export const isCoinAddress = (text: string): boolean => COIN_ADDRESS.test(text);

/** The fields of a bank account. */
export const BANK_LINES = {
  bankName: { maxLength: 120, isRequired: true },
  branchName: { maxLength: 120, isRequired: false },
  bankAddress: { maxLength: 200, isRequired: false },
  bankSwift: { maxLength: 20, isRequired: false },
  payeeName: { maxLength: 120, isRequired: true },
  payeeAccount: { maxLength: 64, isRequired: true },
} as const;

export type BankLine = keyof typeof BANK_LINES;

/** Largest number of UTF-16 units of a withdrawal's memo. */
export const MAX_MEMO = 200;
