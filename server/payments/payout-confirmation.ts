import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { provenContactOf } from '../accounts/user.ts';
import type { Clock } from '../clock.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import type { Verification } from '../verification/verification.ts';
import type { Visitor } from '../visitor.ts';
import { type Destination, type DrawMethod, methodRepository } from './draw-method-repository.ts';

/**
 * Makes a new destination of withdrawals usable: its owner confirms it with a code, then the hold has to pass. So a
 * thief of a session can not pay out, and the owner has time to notice.
 */
export interface PayoutConfirmation {
  /**
   * Sends a code to the account's own e-mail or phone. Refuses with 4004, with 4009 if the destination is confirmed
   * already, and with 4029 and `retry_after_s`.
   */
  sendCode(account: AccountId, methodId: number, language: Language): Promise<Result<null>>;
  /** Begins the hold. Refuses with 4004, 4010, and with 4009 if the destination is confirmed already. */
  confirm(account: AccountId, methodId: number, code: string, visitor?: Visitor): Promise<Result<DrawMethod>>;
  /** The operator's step: usable at once, without a code. Refuses with 4004. */
  release(methodId: number): Promise<Result<{ readonly before: DrawMethod; readonly after: DrawMethod }>>;
  /** The destinations of an account, latest first; for operators. */
  ofAccount(account: AccountId): Promise<readonly DrawMethod[]>;
}

export interface PayoutConfirmationDeps {
  readonly store: Store;
  /** Holds last for real hours, whatever the market's clock says. */
  readonly clock: Pick<Clock, 'wall' | 'surely'>;
  readonly verification: Pick<Verification, 'sendToOwner' | 'admit'>;
  readonly payoutHoldMs: number;
  readonly security?: SecurityRecorder;
}

const notFound = err(refusal(CODE.notFound));
const conflict = err(refusal(CODE.conflict));

export function createPayoutConfirmation(deps: PayoutConfirmationDeps): PayoutConfirmation {
  const { store, clock, verification, payoutHoldMs, security } = deps;

  /** The destination and the contact that confirms it. */
  async function unconfirmed(account: AccountId, id: number) {
    const method = await methodRepository(store.read).own(account, id);
    if (method === undefined) return notFound;
    if (method.confirmedAt !== undefined) return conflict;
    const owner = await accountRepository(store.read).byId(account);
    const contact = owner && provenContactOf(owner);
    return contact === undefined ? notFound : ok({ method, contact });
  }

  return {
    async sendCode(account, id, language) {
      const found = await unconfirmed(account, id);
      if (!found.ok) return found;
      const { method, contact } = found.value;
      return verification.sendToOwner(contact, `payout ${id}`, language, {
        destination: describe(method.destination),
      });
    },
    async confirm(account, id, code, visitor) {
      const found = await unconfirmed(account, id);
      if (!found.ok) return found;
      const admitted = await verification.admit(found.value.contact, `payout ${id}`, { code });
      if (!admitted.ok) {
        security?.record({ kind: 'proof_wrong', account, visitor, detail: `method ${id}` });
        return admitted;
      }
      const now = clock.wall();
      const usableAt = timestampMs(now + payoutHoldMs);
      const refused = await store.write(async (transaction) => {
        if (!(await admitted.value(transaction))) return refusal(CODE.wrongCredentials);
        const confirmed = await methodRepository(transaction).confirm(account, id, now, usableAt);
        return confirmed ? undefined : refusal(CODE.conflict);
      });
      if (refused !== undefined) return err(refused);
      security?.record({ kind: 'payout_confirmed', account, visitor, detail: `method ${id}` });
      return ok({ ...found.value.method, confirmedAt: now, usableAt });
    },
    async release(id) {
      const method = await methodRepository(store.read).byId(id);
      if (method === undefined) return notFound;
      const now = clock.wall();
      await store.write((transaction) => methodRepository(transaction).release(method.accountId, id, now));
      const confirmedAt = method.confirmedAt ?? now;
      return ok({ before: method, after: { ...method, confirmedAt, usableAt: confirmedAt } });
    },
    ofAccount: (account) => methodRepository(store.read).list(account),
  };
}

/** Why nothing can be paid to a destination now (4009): `data.reason`, and of a held one `data.until`. */
export function payoutRefusal({ confirmedAt, usableAt }: DrawMethod, clock: Pick<Clock, 'surely'>) {
  if (confirmedAt === undefined || usableAt === undefined)
    return refusal(CODE.conflict, '', { reason: 'unconfirmed' });
  // A clock that leaps ahead does not end a hold.
  const holdMs = usableAt - confirmedAt;
  if (holdMs <= 0 || usableAt <= clock.surely(holdMs)) return undefined;
  return refusal(CODE.conflict, '', { reason: 'held', until: new Date(usableAt).toISOString() });
}

/** As the letter names it. */
const describe = ({ address, bankName, payeeAccount }: Destination): string =>
  address === '' ? `${bankName} ${payeeAccount}` : address;
