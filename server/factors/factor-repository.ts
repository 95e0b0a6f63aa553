import type { ExpressionBuilder } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { ChallengePurpose } from './factor-tables.ts';

type TotpRecord = RecordOf<Schema['factor_totp']>;
export type PasskeyRecord = RecordOf<Schema['factor_passkeys']>;

export interface Challenge {
  readonly hash: string;
  readonly accountId: AccountId;
  readonly purpose: ChallengePurpose;
}

/** What an account has. */
export interface OwnedFactors {
  readonly totp: TotpRecord | undefined;
  readonly passkeys: readonly PasskeyRecord[];
  readonly recoveryLeft: number;
  /** Wrong proofs since the last right one. */
  readonly wrongInARow: number;
}

export const hasTotp = ({ totp }: OwnedFactors): boolean => totp?.secret !== undefined;
/** Recovery codes alone are no factor. */
export const hasFactor = (owned: OwnedFactors): boolean => hasTotp(owned) || owned.passkeys.length > 0;

/** The conditions of every use are part of its UPDATE or DELETE, so that one of two concurrent uses succeeds. */
export function factorRepository(db: Db) {
  const passkeyOf = (account: AccountId, id: string) =>
    db.deleteFrom('factor_passkeys').where('account_id', '=', account).where('id', '=', id);
  return {
    async owned(account: AccountId): Promise<OwnedFactors> {
      const totp = await db
        .selectFrom('factor_totp')
        .selectAll()
        .where('account_id', '=', account)
        .executeTakeFirst();
      const passkeys = await db
        .selectFrom('factor_passkeys')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('created_at')
        .execute();
      const left = await db
        .selectFrom('factor_recovery_codes')
        .select('code_hash')
        .where('account_id', '=', account)
        .where('used_at', 'is', null)
        .execute();
      const wrong = await db
        .selectFrom('factor_wrong_proofs')
        .select('in_a_row')
        .where('account_id', '=', account)
        .executeTakeFirst();
      return {
        totp: totp && recordOf(totp),
        passkeys: passkeys.map(recordOf),
        recoveryLeft: left.length,
        wrongInARow: wrong?.in_a_row ?? 0,
      };
    },

    /**
     * Counts a proof as wrong before it is checked, so that parallel ones are no more than `most`.
     * @returns how many there are in a row; undefined, and counts nothing, if there were `most` before
     */
    async countProof(accountId: AccountId, most: number): Promise<number | undefined> {
      const counted = await db
        .insertInto('factor_wrong_proofs')
        .values({ account_id: accountId, in_a_row: 1 })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet((set) => ({ in_a_row: set('factor_wrong_proofs.in_a_row', '+', 1) }))
            .where('factor_wrong_proofs.in_a_row', '<', most),
        )
        .returning('in_a_row')
        .executeTakeFirst();
      return counted?.in_a_row;
    },
    /** @returns how many there were */
    async forgetWrongProofs(account: AccountId): Promise<number> {
      const forgotten = await db
        .deleteFrom('factor_wrong_proofs')
        .where('account_id', '=', account)
        .returning('in_a_row')
        .executeTakeFirst();
      return forgotten?.in_a_row ?? 0;
    },

    /** Replaces an earlier secret that was not confirmed. */
    async beginTotp(accountId: AccountId, newSecret: string, newUntil: TimestampMs): Promise<void> {
      const fresh = { new_secret: newSecret, new_until: newUntil };
      await db
        .insertInto('factor_totp')
        .values({ account_id: accountId, secret: null, last_step: 0, ...fresh })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
        .execute();
    },
    async confirmTotp(account: AccountId, newSecret: string, step: number): Promise<boolean> {
      return updatesOne(
        db
          .updateTable('factor_totp')
          .set({ secret: newSecret, last_step: step, new_secret: null, new_until: null })
          .where('account_id', '=', account)
          .where('new_secret', '=', newSecret),
      );
    },
    /** Uses a code up, and every older one. */
    async spendStep(account: AccountId, secret: string, step: number): Promise<boolean> {
      return updatesOne(
        db
          .updateTable('factor_totp')
          .set({ last_step: step })
          .where('account_id', '=', account)
          .where('secret', '=', secret)
          .where('last_step', '<', step),
      );
    },
    async removeTotp(account: AccountId): Promise<void> {
      await db.deleteFrom('factor_totp').where('account_id', '=', account).execute();
    },

    /** @returns false if the passkey is known already, of whichever account */
    async addPasskey(passkey: PasskeyRecord): Promise<boolean> {
      const result = await db
        .insertInto('factor_passkeys')
        .values(rowOf(passkey))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },
    /** A counter that did not grow belongs to a copy of the authenticator; 0 to one that does not count. */
    async spendPasskey(
      { accountId, id }: Pick<PasskeyRecord, 'accountId' | 'id'>,
      counter: number,
      at: TimestampMs,
    ): Promise<boolean> {
      return updatesOne(
        db
          .updateTable('factor_passkeys')
          .set({ counter, used_at: at })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter))),
      );
    },
    async removePasskey(account: AccountId, id: string): Promise<boolean> {
      return deletesOne(passkeyOf(account, id));
    },

    /** Replaces all codes of the account. */
    async putRecoveryCodes(accountId: AccountId, hashes: readonly string[]): Promise<void> {
      await db.deleteFrom('factor_recovery_codes').where('account_id', '=', accountId).execute();
      if (hashes.length === 0) return;
      const rows = hashes.map((codeHash) => rowOf({ accountId, codeHash, usedAt: undefined }));
      await db.insertInto('factor_recovery_codes').values(rows).execute();
    },
    async hasRecoveryCode(account: AccountId, codeHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('factor_recovery_codes')
        .select('code_hash')
        .where(unusedCode(account, codeHash))
        .executeTakeFirst();
      return row !== undefined;
    },
    async spendRecoveryCode(account: AccountId, codeHash: string, at: TimestampMs): Promise<boolean> {
      return updatesOne(
        db.updateTable('factor_recovery_codes').set({ used_at: at }).where(unusedCode(account, codeHash)),
      );
    },

    /** Keeps the account's newest `most` challenges; expired ones go. */
    async addChallenge(
      challenge: Challenge,
      expiresAt: TimestampMs,
      now: TimestampMs,
      most: number,
    ): Promise<void> {
      await db.deleteFrom('factor_challenges').where('expires_at', '<=', now).execute();
      const kept = await db
        .selectFrom('factor_challenges')
        .select('hash')
        .where('account_id', '=', challenge.accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('hash')
        .execute();
      const surplus = kept.slice(most - 1).map(({ hash }) => hash);
      if (surplus.length > 0) await db.deleteFrom('factor_challenges').where('hash', 'in', surplus).execute();
      await db
        .insertInto('factor_challenges')
        .values(rowOf({ ...challenge, expiresAt }))
        .execute();
    },
    async hasChallenge(challenge: Challenge, now: TimestampMs): Promise<boolean> {
      const row = await db
        .selectFrom('factor_challenges')
        .select('hash')
        .where(openChallenge(challenge, now))
        .executeTakeFirst();
      return row !== undefined;
    },
    async takeChallenge(challenge: Challenge, now: TimestampMs): Promise<boolean> {
      return deletesOne(db.deleteFrom('factor_challenges').where(openChallenge(challenge, now)));
    },

    /** Ends what was begun and not confirmed: a new secret, and passkeys to be added. */
    async dropBegun(account: AccountId): Promise<void> {
      await db
        .updateTable('factor_totp')
        .set({ new_secret: null, new_until: null })
        .where('account_id', '=', account)
        .execute();
      await db
        .deleteFrom('factor_challenges')
        .where('account_id', '=', account)
        .where('purpose', '=', 'add')
        .execute();
    },

    async removeAll(account: AccountId): Promise<void> {
      for (const name of [
        'factor_totp',
        'factor_passkeys',
        'factor_recovery_codes',
        'factor_challenges',
        'factor_wrong_proofs',
      ] as const)
        await db.deleteFrom(name).where('account_id', '=', account).execute();
    },
  };
}

interface Statement<T> {
  executeTakeFirst(): Promise<T>;
}

/** Whether a row met the conditions. */
const updatesOne = async (update: Statement<{ readonly numUpdatedRows: bigint }>): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows === 1n;

const deletesOne = async (deletion: Statement<{ readonly numDeletedRows: bigint }>): Promise<boolean> =>
  (await deletion.executeTakeFirst()).numDeletedRows === 1n;

const unusedCode =
  (account: AccountId, codeHash: string) => (where: ExpressionBuilder<Schema, 'factor_recovery_codes'>) =>
    where.and([
      where('account_id', '=', account),
      where('code_hash', '=', codeHash),
      where('used_at', 'is', null),
    ]);

const openChallenge =
  ({ hash, accountId, purpose }: Challenge, now: TimestampMs) =>
  (where: ExpressionBuilder<Schema, 'factor_challenges'>) =>
    where.and([
      where('hash', '=', hash),
      where('account_id', '=', accountId),
      where('purpose', '=', purpose),
      where('expires_at', '>', now),
    ]);
