import type { TimestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { CodePurpose } from './verification-tables.ts';

type CodeRecord = RecordOf<Schema['verification_codes']>;
type CaptchaRecord = RecordOf<Schema['captchas']>;

type SendRecord = Omit<RecordOf<Schema['code_sends']>, 'id'>;

/** What sends are counted by. */
export type SendColumn = 'contact' | 'address' | 'channel';

interface SendsAsked {
  readonly by: { readonly column: SendColumn; readonly value: string };
  readonly n: number;
  readonly since: TimestampMs;
}

export function verificationRepository(db: Db) {
  return {
    /**
     * When the n-th newest send was: the one that has to leave the period before another may be added.
     * Undefined if fewer were sent since then.
     */
    async nthSend({ by, n, since }: SendsAsked): Promise<TimestampMs | undefined> {
      const row = await db
        .selectFrom('code_sends')
        .select('sent_at')
        .where(by.column, '=', by.value)
        .where('sent_at', '>', since)
        .orderBy('sent_at', 'desc')
        .offset(n - 1)
        .limit(1)
        .executeTakeFirst();
      return row?.sent_at;
    },
    async noteSend(send: SendRecord): Promise<void> {
      await db.insertInto('code_sends').values(rowOf(send)).execute();
    },
    /** They still count for their address and channel. @returns how many there were */
    async detachSends(contacts: readonly string[]): Promise<number> {
      if (contacts.length === 0) return 0;
      const changed = await db
        .updateTable('code_sends')
        .set({ contact: '' })
        .where('contact', 'in', contacts)
        .executeTakeFirst();
      return Number(changed.numUpdatedRows);
    },
    async findCode(contact: string, purpose: CodePurpose): Promise<CodeRecord | undefined> {
      const row = await db
        .selectFrom('verification_codes')
        .selectAll()
        .where('contact', '=', contact)
        .where('purpose', '=', purpose)
        .executeTakeFirst();
      return row && recordOf(row);
    },
    /** Replaces the previous code. */
    async putCode(code: CodeRecord): Promise<void> {
      const row = rowOf(code);
      await db
        .insertInto('verification_codes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['contact', 'purpose']).doUpdateSet(row))
        .execute();
    },
    async removeCode(contact: string, purpose: CodePurpose): Promise<void> {
      await db
        .deleteFrom('verification_codes')
        .where('contact', '=', contact)
        .where('purpose', '=', purpose)
        .execute();
    },
    /** Replaces the captcha of the same token. */
    async putCaptcha(captcha: CaptchaRecord): Promise<void> {
      const row = rowOf(captcha);
      await db
        .insertInto('captchas')
        .values(row)
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
        .execute();
    },
    /** Removes the captcha, so that it is used only once. */
    async takeCaptcha(id: string): Promise<CaptchaRecord | undefined> {
      const row = await db.deleteFrom('captchas').where('id', '=', id).returningAll().executeTakeFirst();
      return row && recordOf(row);
    },
    /** Removes expired codes and captchas. */
    async purge(now: TimestampMs): Promise<void> {
      await db.deleteFrom('verification_codes').where('expires_at', '<=', now).execute();
      await db.deleteFrom('captchas').where('expires_at', '<=', now).execute();
    },
    async purgeSends(before: TimestampMs): Promise<void> {
      await db.deleteFrom('code_sends').where('sent_at', '<=', before).execute();
    },
  };
}
