import type { AccountId } from '../../shared/domain/account.ts';
import { codeOf } from '../../shared/domain/digits.ts';
import type { Random } from '../random.ts';
import { hashSecret } from '../secret.ts';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** 32 letters and digits that are not confused when copied by hand. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten codes of 80 random bits: `ABCD-EFGH-JKLM-NPQR`. */
export const makeRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: COUNT }, () =>
    Array.from({ length: GROUPS }, () =>
      [...random.bytes(GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''),
    ).join('-'),
  );

/** Hyphens, blanks and case do not matter. */
export const hashOfRecoveryCode = (account: AccountId, typed: string): string =>
  hashSecret(
    `recovery ${account} ${codeOf(typed)
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase()}`,
  );
