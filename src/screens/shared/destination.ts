import type { DrawMethod } from '../../../shared/contract/payments.ts';

/** The destination of a withdrawal: a coin address, or the account at a bank. */
export const payeeOf = ({ address, payeeAccount }: Pick<DrawMethod, 'address' | 'payeeAccount'>): string =>
  address === '' ? payeeAccount : address;
