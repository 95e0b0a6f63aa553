import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';
import type { CodePurpose } from './verification-tables.ts';

interface CodeRecord {
  /** Hash of the contact it was sent to. */
  readonly contact: string;
  readonly purpose: CodePurpose;
  readonly codeHash: string;
  readonly triesLeft: number;
  readonly expiresAt: TimestampMs;
}

interface CaptchaRecord {
  readonly id: string;
  readonly tokenHash: string;
  readonly answerHash: string;
  readonly expiresAt: TimestampMs;
}

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
      return (
        row && {
          contact,
          purpose,
          codeHash: row.code_hash,
          triesLeft: row.tries_left,
          expiresAt: row.expires_at,
        }
      );
    },
    /** Replaces the previous code. */
    async putCode({ contact, purpose, codeHash, triesLeft, expiresAt }: CodeRecord): Promise<void> {
      const values = { code_hash: codeHash, tries_left: triesLeft, expires_at: expiresAt };
      await db
        .insertInto('verification_codes')
        .values({ contact, purpose, ...values })
        .onConflict((conflict) => conflict.columns(['contact', 'purpose']).doUpdateSet(values))
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
    async putCaptcha({ id, tokenHash, answerHash, expiresAt }: CaptchaRecord): Promise<void> {
      const values = { id, answer_hash: answerHash, expires_at: expiresAt };
      await db
        .insertInto('captchas')
        .values({ token_hash: tokenHash, ...values })
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
        .execute();
    },
    /** Removes the captcha, so that it is used only once. */
    async takeCaptcha(id: string): Promise<CaptchaRecord | undefined> {
      const row = await db.deleteFrom('captchas').where('id', '=', id).returningAll().executeTakeFirst();
      return row && { id, tokenHash: row.token_hash, answerHash: row.answer_hash, expiresAt: row.expires_at };
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
