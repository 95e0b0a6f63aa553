import type { TimestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { CodePurpose } from './verification-tables.ts';

type CodeRecord = RecordOf<Schema['verification_codes']>;
type CaptchaRecord = RecordOf<Schema['captchas']>;

export function verificationRepository(db: Db) {
  return {
    /** The times at which codes were sent to a contact, latest first. */
    async sendsSince(contact: string, since: TimestampMs): Promise<readonly TimestampMs[]> {
      const rows = await db
        .selectFrom('code_sends')
        .select('sent_at')
        .where('contact', '=', contact)
        .where('sent_at', '>', since)
        .orderBy('sent_at', 'desc')
        .execute();
      return rows.map((row) => row.sent_at);
    },
    async noteSend(contact: string, at: TimestampMs): Promise<void> {
      await db.insertInto('code_sends').values({ contact, sent_at: at }).execute();
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
