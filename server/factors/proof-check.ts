import { CODE } from '../../shared/contract/codes.ts';
import type { FactorKind } from '../../shared/contract/proof.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { createGuesses, factorAttempts } from '../accounts/guesses.ts';
import type { Proof, ProofCheck } from '../accounts/read-proof.ts';
import type { Grant } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import { tooSoon } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import type { Visitor } from '../visitor.ts';
import { factorRepository, hasFactor, hasTotp, type OwnedFactors } from './factor-repository.ts';
import { type Passkeys, passkeySiteOf } from './passkeys.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from './secret-box.ts';
import { stepOfCode } from './totp.ts';

interface ProofCheckDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly passkeys: Passkeys;
  readonly security?: SecurityRecorder;
  readonly report: (error: unknown) => void;
}

/** The grant of an account without a factor. It fails if one was added meanwhile: that one must be proven. */
const nothingAsked =
  (account: AccountId): Grant =>
  async (transaction) =>
    !hasFactor(await factorRepository(transaction).owned(account));

/**
 * Wrong proofs in a row, of whichever kind, after which codes of an app are refused unchecked: ten tries an hour without an
 * end would find one. Passkeys and recovery codes cannot be guessed, so a right one, or an operator, lifts the refusal.
 */
const MOST_WRONG = 100;

/** What a sealed secret of TOTP belongs to. */
export const boxOwner = (account: AccountId): string => `totp ${account}`;

export function createProofCheck({
  store,
  clock,
  box,
  passkeys,
  security,
  report,
}: ProofCheckDeps): ProofCheck {
  const guesses = createGuesses({ store, clock });

  /** 4110, with what the account can prove itself with from this page. */
  async function needed(
    account: AccountId,
    owned: OwnedFactors,
    { origin }: Visitor,
    asked?: 'wrongFactor' | 'locked',
  ): Promise<Result<never>> {
    const site = passkeySiteOf(origin);
    const usable = owned.passkeys.filter(({ rpId }) => rpId === site?.rpId);
    const kinds: FactorKind[] = [];
    const isLocked = hasTotp(owned) && owned.wrongInARow >= MOST_WRONG;
    if (hasTotp(owned) && !isLocked) kinds.push('totp');
    if (usable.length > 0) kinds.push('passkey');
    if (owned.recoveryLeft > 0) kinds.push('recovery');
    const reason = asked ?? (isLocked ? 'locked' : undefined);
    const facts = { factors: kinds, ...(reason && { reason }) };
    const options = site && usable.length > 0 && (await passkeys.request(account, usable, site.rpId));
    return err(refusal(CODE.factorNeeded, '', options ? { ...facts, passkey: options } : facts));
  }

  /** The grant of a right proof; undefined for a wrong one. */
  async function grantOf(
    account: AccountId,
    { totp, passkeys: known }: OwnedFactors,
    { kind, text }: Proof,
    { origin }: Visitor,
  ): Promise<Grant | undefined> {
    switch (kind) {
      case 'totp': {
        const sealed = totp?.secret;
        if (sealed === undefined) return undefined;
        const secret = box.open(sealed, boxOwner(account));
        if (secret === undefined) {
          report(
            'The one-time passwords cannot be checked: factors.key is not the one they were set up with.',
          );
          return undefined;
        }
        const step = stepOfCode(secret, text, clock.wall());
        if (step === undefined || step <= (totp?.lastStep ?? 0)) return undefined;
        return (transaction) => factorRepository(transaction).spendStep(account, sealed, step);
      }
      case 'passkey': {
        const site = passkeySiteOf(origin);
        return site && passkeys.asserted(known, text, site);
      }
      case 'recovery': {
        const hash = hashOfRecoveryCode(account, text);
        if (!(await factorRepository(store.read).hasRecoveryCode(account, hash))) return undefined;
        return (transaction) => factorRepository(transaction).spendRecoveryCode(account, hash, clock.wall());
      }
      default:
        return kind satisfies never;
    }
  }

  /** Records the use of a recovery code, once it is committed. */
  function recordingUse(grant: Grant, account: AccountId, hash: string, visitor: Visitor): Grant {
    let isRecorded = false;
    const recordUse = (): void => {
      if (isRecorded) return;
      isRecorded = true;
      security?.record({ kind: 'recovery_code_used', account, visitor });
    };
    // The transaction may be rolled back and run again: the next write sees whether it was committed.
    const recordIfUsed = async (): Promise<void> => {
      const isLeft = await store.write((transaction) =>
        factorRepository(transaction).hasRecoveryCode(account, hash),
      );
      if (!isLeft) recordUse();
    };
    return async (transaction) => {
      const used = await grant(transaction);
      if (used)
        recordIfUsed().catch((error: unknown) => {
          // It may have been used.
          recordUse();
          report(error);
        });
      return used;
    };
  }

  return {
    async prove(account, proof, visitor) {
      const owned = await factorRepository(store.read).owned(account);
      if (!hasFactor(owned)) return ok(nothingAsked(account));
      if (proof === undefined) return needed(account, owned, visitor);
      const place = { name: factorAttempts(account), address: visitor.address };
      const guess = await guesses.begin(place);
      const wrong = (detail: string) => security?.record({ kind: 'factor_wrong', account, visitor, detail });
      if ('waitS' in guess) {
        wrong('too many');
        return tooSoon(guess.waitS);
      }
      const nth = await store.write((transaction) =>
        factorRepository(transaction).countProof(account, MOST_WRONG),
      );
      if (nth === undefined && proof.kind === 'totp') {
        // Nothing was checked: the tries of this hour are left for a recovery code.
        await store.write((transaction) => guesses.withdraw(transaction, guess.id));
        wrong('locked');
        return needed(account, { ...owned, wrongInARow: MOST_WRONG }, visitor, 'locked');
      }
      const grant = await grantOf(account, owned, proof, visitor);
      if (grant === undefined) {
        wrong(proof.kind);
        if (nth === MOST_WRONG) security?.record({ kind: 'factor_locked', account, visitor });
        return needed(account, { ...owned, wrongInARow: nth ?? MOST_WRONG }, visitor, 'wrongFactor');
      }
      // Whatever becomes of the step: the proof was right.
      await store.write(async (transaction) => {
        await guesses.succeed(transaction, guess.id, place);
        await factorRepository(transaction).forgetWrongProofs(account);
      });
      if (proof.kind !== 'recovery') return ok(grant);
      return ok(recordingUse(grant, account, hashOfRecoveryCode(account, proof.text), visitor));
    },
    async refuse(account, visitor) {
      const owned = await factorRepository(store.read).owned(account);
      return needed(account, owned, visitor, 'wrongFactor');
    },
  };
}
