import type { WireDrawMethod } from '../../../shared/contract/wire-payments.ts';

/** Where it is paid to: the address of a coin, the account of a bank. */
export const payeeOf = (method: Pick<WireDrawMethod, 'dc_address' | 'payee_account'>): string =>
  method.dc_address === '' ? method.payee_account : method.dc_address;
