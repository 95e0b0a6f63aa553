/* The payees of withdrawals: form and server check them by the same rules. */

/** Addresses of all chains: letters, digits and a few separators. */
const COIN_ADDRESS = /^[A-Za-z0-9][A-Za-z0-9:._-]{7,127}$/;

/** Networks with addresses of a known shape. Only the shape: a checksum is not computed. */
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const ETHEREUM = /^0x[0-9A-Fa-f]{40}$/;
const OF_NETWORK: ReadonlyMap<string, RegExp> = new Map([
  ['TRC20', TRON],
  ['ERC20', ETHEREUM],
  ['BEP20', ETHEREUM],
]);

/** @param network as the operator named it; of an unknown one, any address is accepted */
export const isCoinAddress = (text: string, network: string): boolean =>
  COIN_ADDRESS.test(text) && OF_NETWORK.get(network.toUpperCase())?.test(text) !== false;

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
