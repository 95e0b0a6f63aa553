import type { SentOf } from './parameter.ts';
import * as param from './parameter.ts';
import { as, optional } from './schema.ts';

/** Kinds of proof by a second factor; `data.factors` of 4110 lists those that the account has. */
const FACTOR_KINDS = ['totp', 'passkey', 'recovery'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/**
 * The proof that goes with login, a changed password, withdrawal, new payout address and every change of factors. `factor`: six digits, a
 * recovery code, or the passkey's assertion as JSON text.
 */
export const PROOF = {
  factor_type: as('factorKind', optional(param.choice(...FACTOR_KINDS))),
  factor: optional(param.text(1, 8_192)),
};
export type Proof = SentOf<typeof PROOF>;
