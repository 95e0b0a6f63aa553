import type { FactorKind } from '../../shared/contract/proof.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Result } from '../../shared/result.ts';
import type { Visitor } from '../visitor.ts';
import type { Grant } from './sessions.ts';

/** A proof by a second factor, as it was sent. */
export interface Proof {
  readonly kind: FactorKind;
  /** Six digits, a recovery code, or a passkey's assertion as JSON. */
  readonly text: string;
}

/** For the steps that need a second factor: login, changed password, withdrawal, new payout address. */
export interface ProofCheck {
  /**
   * Checks the proof of an account that has a factor; of another one nothing is asked. The grant uses the proof up,
   * inside the step's transaction, and fails if it was used meanwhile. Refuses with 4110 and what the account can prove
   * itself with, and with 4029 after too many wrong proofs.
   */
  prove(account: AccountId, proof: Proof | undefined, visitor: Visitor): Promise<Result<Grant>>;
  /** The refusal of a step whose grant failed. */
  refuse(account: AccountId, visitor: Visitor): Promise<Result<never>>;
}

/** @returns undefined unless both halves were sent */
export const readProof = ({
  factor_type,
  factor,
}: {
  readonly factor_type?: FactorKind | undefined;
  readonly factor?: string | undefined;
}): Proof | undefined => (factor_type && factor ? { kind: factor_type, text: factor } : undefined);
