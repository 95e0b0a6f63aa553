import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    factor_totp: TotpTable;
    factor_passkeys: PasskeyTable;
    factor_recovery_codes: RecoveryCodeTable;
    factor_challenges: ChallengeTable;
    factor_wrong_proofs: WrongProofTable;
  }
}

/** One for each account at most. Secrets are encrypted with a key outside the database. */
interface TotpTable {
  account_id: AccountId;
  /** Null until the first one is confirmed. */
  secret: string | null;
  /** The step of the last code that was used: no code counts twice. */
  last_step: number;
  /** Waits for its first code; replaces `secret` then. */
  new_secret: string | null;
  new_until: TimestampMs | null;
}

interface PasskeyTable {
  /** The authenticator's own id of the credential, base64url. */
  id: string;
  account_id: AccountId;
  /** The host name that it works for. */
  rp_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Signatures so far, as the authenticator counts them; 0 if it does not. */
  counter: number;
  /** JSON list, a hint for browsers. */
  transports: string;
  created_at: TimestampMs;
  used_at: TimestampMs | null;
}

interface RecoveryCodeTable {
  account_id: AccountId;
  /** The codes have 80 random bits, so a plain hash cannot be reversed. */
  code_hash: string;
  used_at: TimestampMs | null;
}

/** Of passkeys; each is removed by its first use. */
interface ChallengeTable {
  hash: string;
  account_id: AccountId;
  purpose: ChallengePurpose;
  expires_at: TimestampMs;
}

/** Since the account's last right proof. No row: none. */
interface WrongProofTable {
  account_id: AccountId;
  in_a_row: number;
}

export type ChallengePurpose = 'add' | 'prove';
