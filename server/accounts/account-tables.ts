import type { Generated } from 'kysely';

export interface PeopleSchema {
  verification_codes: VerificationCodeTable;
  code_sends: CodeSendTable;
  captchas: CaptchaTable;
  password_guesses: PasswordGuessTable;
  known_addresses: KnownAddressTable;
}

/** Contacts and addresses are hashed in all of these: a look at the tables shows nobody's. */
interface VerificationCodeTable {
  contact: string;
  /** `register` or `password`. */
  purpose: string;
  /** Keyed with a secret that is not in the database: six digits alone would be found by trying. */
  code_hash: string;
  tries_left: number;
  expires_at: number;
}

interface CodeSendTable {
  id: Generated<number>;
  contact: string;
  sent_at: number;
}

interface CaptchaTable {
  id: string;
  /** The client's own name for the place of the picture: a newer picture replaces the older one there. */
  token_hash: string;
  answer_hash: string;
  expires_at: number;
}

/** A password that was tried and found wrong, or is being looked at. */
interface PasswordGuessTable {
  id: Generated<number>;
  contact: string;
  address: string;
  /** 1 from an address that the owner had logged in from. */
  known: number;
  at: number;
}

interface KnownAddressTable {
  contact: string;
  address: string;
  seen_at: number;
}
