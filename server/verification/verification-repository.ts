import type { Kysely } from 'kysely';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';

export type CodePurpose = 'register' | 'password';

interface CodeRecord {
  /** A hash of whom it was sent to. */
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

export interface VerificationWrites {
  /** When codes went to a contact, latest first. */
  sendsSince(contact: string, since: TimestampMs): Promise<readonly TimestampMs[]>;
  noteSend(contact: string, at: TimestampMs): Promise<void>;
  findCode(contact: string, purpose: CodePurpose): Promise<CodeRecord | undefined>;
  /** In place of the one before. */
  putCode(code: CodeRecord): Promise<void>;
  removeCode(contact: string, purpose: CodePurpose): Promise<void>;
  /** In place of the one of the same token. */
  putCaptcha(captcha: CaptchaRecord): Promise<void>;
  /** Takes it out: nobody finds it twice. */
  takeCaptcha(id: string): Promise<CaptchaRecord | undefined>;
  /** Forgets the codes and captchas that ran out. */
  purge(now: TimestampMs): Promise<void>;
  purgeSends(before: TimestampMs): Promise<void>;
}

export function verificationRepository(db: Kysely<Schema>): VerificationWrites {
  return {
    ...codes(db),
    ...captchas(db),
    async sendsSince(contact, since) {
      const rows = await db
        .selectFrom('code_sends')
        .select('sent_at')
        .where('contact', '=', contact)
        .where('sent_at', '>', since)
        .orderBy('sent_at', 'desc')
        .execute();
      return rows.map((row) => timestampMs(row.sent_at));
    },
    async noteSend(contact, at) {
      await db.insertInto('code_sends').values({ contact, sent_at: at }).execute();
    },
    async purge(now) {
      await db.deleteFrom('verification_codes').where('expires_at', '<=', now).execute();
      await db.deleteFrom('captchas').where('expires_at', '<=', now).execute();
    },
    async purgeSends(before) {
      await db.deleteFrom('code_sends').where('sent_at', '<=', before).execute();
    },
  };
}

const codes = (db: Kysely<Schema>): Pick<VerificationWrites, 'findCode' | 'putCode' | 'removeCode'> => ({
  async findCode(contact, purpose) {
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
        expiresAt: timestampMs(row.expires_at),
      }
    );
  },
  async putCode({ contact, purpose, codeHash, triesLeft, expiresAt }) {
    const values = { code_hash: codeHash, tries_left: triesLeft, expires_at: expiresAt };
    await db
      .insertInto('verification_codes')
      .values({ contact, purpose, ...values })
      .onConflict((conflict) => conflict.columns(['contact', 'purpose']).doUpdateSet(values))
      .execute();
  },
  async removeCode(contact, purpose) {
    await db
      .deleteFrom('verification_codes')
      .where('contact', '=', contact)
      .where('purpose', '=', purpose)
      .execute();
  },
});

const captchas = (db: Kysely<Schema>): Pick<VerificationWrites, 'putCaptcha' | 'takeCaptcha'> => ({
  async putCaptcha({ id, tokenHash, answerHash, expiresAt }) {
    const values = { id, answer_hash: answerHash, expires_at: expiresAt };
    await db
      .insertInto('captchas')
      .values({ token_hash: tokenHash, ...values })
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
      .execute();
  },
  async takeCaptcha(id) {
    const row = await db.deleteFrom('captchas').where('id', '=', id).returningAll().executeTakeFirst();
    return (
      row && {
        id: row.id,
        tokenHash: row.token_hash,
        answerHash: row.answer_hash,
        expiresAt: timestampMs(row.expires_at),
      }
    );
  },
});
