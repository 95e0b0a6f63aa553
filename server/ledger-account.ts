import type { Brand } from '../shared/brand.ts';
import type { Money } from '../shared/domain/money.ts';

/* Names of the ledger's accounts, which the store knows too: it moves the house's sums at the end of a transaction. */

/** The two books; demo and real money never mix in one posting. */
export type Book = 'demo' | 'real';

export type LedgerAccountId = Brand<string, 'LedgerAccountId'>;

/** A part of a posting: what it adds to an account. */
export interface Leg {
  readonly account: LedgerAccountId;
  readonly amount: Money;
}
