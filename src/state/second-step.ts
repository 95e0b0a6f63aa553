import { CODE } from '../../shared/contract/codes.ts';
import type { FactorKind } from '../../shared/contract/proof.ts';
import type { Refusal } from '../../shared/result.ts';

/** What the exchange accepts as a second factor (refusal 4110). */
export interface Demand {
  readonly kinds: readonly FactorKind[];
  /** Options of the browser's passkey dialog, as JSON text. */
  readonly passkey: string | undefined;
  /** A proof was sent, and it was wrong or used before. */
  readonly isWrong: boolean;
  /** Codes of the authenticator app are refused: too many proofs were wrong in a row. */
  readonly isLocked: boolean;
}

/** The second step of a call: not needed, asked of the user, or sent. */
export type SecondStep =
  | { readonly status: 'idle' }
  | { readonly status: 'asking' | 'checking'; readonly demand: Demand; readonly attempt: number };

const ORDER: readonly FactorKind[] = ['passkey', 'totp', 'recovery'];

/** What a refusal demands; undefined if it is another refusal. A passkey comes first, a recovery code last. */
export function demandOf({ code, facts = {} }: Refusal): Demand | undefined {
  if (code !== CODE.factorNeeded) return undefined;
  const { factors, passkey, reason } = facts;
  const options = typeof passkey === 'string' && passkey !== '' ? passkey : undefined;
  return {
    kinds: ORDER.filter(
      (kind) =>
        Array.isArray(factors) && factors.includes(kind) && (kind !== 'passkey' || options !== undefined),
    ),
    passkey: options,
    isWrong: reason === 'wrongFactor',
    isLocked: reason === 'locked',
  };
}

/** Whether the call ended because the user closed the second step: nothing needs to be said. */
export const isGivenUp = ({ code }: Refusal): boolean => code === CODE.factorNeeded;
