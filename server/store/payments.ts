import type { Kysely } from 'kysely';
import { depositRepository } from './deposits.ts';
import { methodRepository } from './draw-methods.ts';
import { bankRepository, coinRepository, currencyRepository } from './payment-options.ts';
import type { Schema } from './schema.ts';
import { withdrawalRepository } from './withdrawals.ts';

/** All that payments keep; `payment-records.ts` says what each can do. */
export const paymentRepository = (db: Kysely<Schema>) => ({
  coins: coinRepository(db),
  banks: bankRepository(db),
  currencies: currencyRepository(db),
  deposits: depositRepository(db),
  withdrawals: withdrawalRepository(db),
  methods: methodRepository(db),
});
