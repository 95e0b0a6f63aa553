import type { Generated } from 'kysely';
import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Book } from '../ledger-account.ts';

declare module '../store/schema.ts' {
  interface Schema {
    accounts: AccountTable;
    sessions: SessionTable;
    password_guesses: PasswordGuessTable;
    known_addresses: KnownAddressTable;
    login_places: LoginPlaceTable;
    owner_languages: OwnerLanguageTable;
    restrictions: RestrictionTable;
  }
}

interface AccountTable {
  id: Generated<AccountId>;
  book: Book;
  email: string | null;
  /** With a plus and the dialling code. */
  phone: string | null;
  /** The phone's dialling code, without a plus. */
  area_code: string | null;
  /** 1 when ownership of the phone is proven. */
  phone_proven: Generated<number>;
  password_hash: string | null;
  /** SHA-256 of the secret that logs into a demo account. */
  demo_hash: string | null;
  invite_code: string;
  invited_by: AccountId | null;
  created_at: TimestampMs;
}

interface SessionTable {
  /** SHA-256 of the token. */
  id: string;
  /** Identifies the session to its owner; reveals nothing about the token. */
  public_id: string;
  account_id: AccountId;
  /** Browser and system; empty if unknown. */
  device: string;
  created_at: TimestampMs;
  seen_at: TimestampMs;
  expires_at: TimestampMs;
}

/** A password attempt that was wrong or is still being checked. Contact and address are hashes. */
interface PasswordGuessTable {
  id: Generated<number>;
  contact: string;
  address: string;
  /** 1 if the owner has logged in from this address before. */
  known: number;
  at: TimestampMs;
}

/** Contact and address are hashes. */
interface KnownAddressTable {
  contact: string;
  address: string;
  seen_at: TimestampMs;
}

/** Where owners have logged in from: keyed hashes. */
interface LoginPlaceTable {
  account_id: AccountId;
  place: string;
  known_since: TimestampMs;
  seen_at: TimestampMs;
}

/** In which language owners use the app. */
interface OwnerLanguageTable {
  account_id: AccountId;
  language: Language;
}

/** Customers whom the operator has restricted; the row stays when that is lifted. */
interface RestrictionTable {
  account_id: AccountId;
  /** Null: lifted. */
  restriction: Restriction | null;
  since: TimestampMs;
}
