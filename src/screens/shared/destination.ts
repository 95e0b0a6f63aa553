import type { DrawMethod } from '../../../shared/contract/payments.ts';

/** The destination of a withdrawal: a coin address, or the account at a bank. */
export const payeeOf = (method: Pick<DrawMethod, 'dc_address' | 'payee_account'>): string =>
  method.dc_address === '' ? method.payee_account : method.dc_address;
