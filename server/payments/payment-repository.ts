import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { depositRepository } from './deposit-repository.ts';
import { methodRepository } from './draw-method-repository.ts';
import { bankRepository, coinRepository, currencyRepository } from './payment-option-repository.ts';
import { withdrawalRepository } from './withdrawal-repository.ts';

/** All that payments keep; `payment-records.ts` says what each can do. */
export const paymentRepository = (db: Kysely<Schema>) => ({
  coins: coinRepository(db),
  banks: bankRepository(db),
  currencies: currencyRepository(db),
  deposits: depositRepository(db),
  withdrawals: withdrawalRepository(db),
  methods: methodRepository(db),
});
