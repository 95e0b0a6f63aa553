import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Letter } from '../outbox/mailer.ts';

/** Contacts are hashed in all of these tables, so reading them reveals none. */
declare module '../store/schema.ts' {
  interface Schema {
    verification_codes: VerificationCodeTable;
    code_sends: CodeSendTable;
    captchas: CaptchaTable;
  }
}

export type Channel = Letter['channel'];
/** A code is good for one purpose; `payout 12` confirms the saved destination 12. */
export type CodePurpose = 'register' | 'password' | PayoutPurpose;
export type PayoutPurpose = `payout ${number}`;

interface VerificationCodeTable {
  contact: string;
  purpose: CodePurpose;
  /**
   * Keyed with a secret outside the database: a plain hash of six digits could be reversed by trying them
   * all.
   */
  code_hash: string;
  /** Hash of the network address that asked; empty where no visitor did. */
  address: string;
  /** Of the network that asked; of everybody where no visitor did. */
  tries_left: number;
  /** Of all other networks together. */
  other_tries_left: number;
  expires_at: TimestampMs;
}

interface CodeSendTable {
  id: Generated<number>;
  contact: string;
  /** Hash of the network address that asked, or of the IPv6 /48 around it; empty where no visitor did. */
  address: string;
  /** Empty in the row of a /48. */
  channel: Channel | '';
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
