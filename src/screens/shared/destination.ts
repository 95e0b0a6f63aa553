import type { DrawMethod } from '../../../shared/contract/payments.ts';

/** Where it is paid to: the address of a coin, the account of a bank. */
export const payeeOf = (method: Pick<DrawMethod, 'dc_address' | 'payee_account'>): string =>
  method.dc_address === '' ? method.payee_account : method.dc_address;
