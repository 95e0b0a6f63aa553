import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';

/** Contacts are hashed in all of these tables, so reading them reveals none. */
export interface VerificationSchema {
  verification_codes: VerificationCodeTable;
  code_sends: CodeSendTable;
  captchas: CaptchaTable;
}

export type CodePurpose = 'register' | 'password';

interface VerificationCodeTable {
  contact: string;
  purpose: CodePurpose;
  /**
   * Keyed with a secret outside the database: a plain hash of six digits could be reversed by trying them
   * all.
   */
  code_hash: string;
  tries_left: number;
  expires_at: TimestampMs;
}

interface CodeSendTable {
  id: Generated<number>;
  contact: string;
  sent_at: TimestampMs;
}

interface CaptchaTable {
  id: string;
  /**
   * Hash of the client's own token for the picture. A newer captcha with the same token replaces the older
   * one.
   */
  token_hash: string;
  answer_hash: string;
  expires_at: TimestampMs;
}
