import type { Destination } from './payment-records.ts';

/** A destination as the columns of the tables that hold one. */
export const destinationRow = (to: Destination) => ({
  address: to.address,
  bank_name: to.bankName,
  bank_address: to.bankAddress,
  bank_swift: to.bankSwift,
  payee_name: to.payeeName,
  payee_account: to.payeeAccount,
  branch_name: to.branchName,
});

export const toDestination = (row: ReturnType<typeof destinationRow>): Destination => ({
  address: row.address,
  bankName: row.bank_name,
  bankAddress: row.bank_address,
  bankSwift: row.bank_swift,
  payeeName: row.payee_name,
  payeeAccount: row.payee_account,
  branchName: row.branch_name,
});
