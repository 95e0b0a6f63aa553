import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';

/** Contacts are hashes in all of these tables: reading them reveals nobody's. */
export interface VerificationSchema {
  verification_codes: VerificationCodeTable;
  code_sends: CodeSendTable;
  captchas: CaptchaTable;
}

export type CodePurpose = 'register' | 'password';

interface VerificationCodeTable {
  contact: string;
  purpose: CodePurpose;
  /** Keyed with a secret that is not in the database: a plain hash of six digits could be found by trying them all. */
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
  /** Hash of the client's own name for the place of the picture. A newer captcha replaces the older one there. */
  token_hash: string;
  answer_hash: string;
  expires_at: TimestampMs;
}
