import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contact } from '../contact.ts';
import { PASSWORD_MAX_BYTES } from './password.ts';

const MIN_CHARACTERS = 8;
/** Different characters, blanks not counted. */
const MIN_DIFFERENT = 3;
/** Digits and signs commonly appended to a word to satisfy password rules. */
const APPENDIX = /^[^\p{L}]{1,6}|[^\p{L}]{1,6}$/gu;
/** Characters commonly typed in place of a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};
const REPEATED = /^(.{1,4})\1+$/u;

const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((word) => [plain(word), spelt(plain(word))]),
);

/**
 * Why a new password is refused: too short, longer than the hashing limit, common or easy to guess, or the
 * account's own name.
 */
export type PasswordFault = 'short' | 'long' | 'common' | 'account';

/** Passwords are never truncated; no other rules apply. */
export function passwordFault(password: string, owner: readonly Contact[]): PasswordFault | undefined {
  if ([...password].length < MIN_CHARACTERS) return 'short';
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return 'long';
  if (isPoor(password)) return 'common';
  // Blanks at the ends are typed by mistake, or to fill up.
  if ([...password.trim()].length < MIN_CHARACTERS) return 'short';
  if (owner.some((contact) => namesOf(contact).includes(plain(password)))) return 'account';
  return isCommon(password) ? 'common' : undefined;
}

/** Blanks only, one sign over and over, or two signs in any order. */
const isPoor = (password: string): boolean => new Set(plain(password)).size < MIN_DIFFERENT;

function isCommon(password: string): boolean {
  const typed = plain(password);
  const bare = typed.replace(APPENDIX, '');
  const doubled = /^(.{4,})\1$/u.exec(typed)?.[1] ?? typed;
  return (
    REPEATED.test(typed) || [typed, bare, doubled].some((word) => COMMON.has(word) || COMMON.has(spelt(word)))
  );
}

/** Maps look-alike spellings to one form. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}

function spelt(word: string): string {
  return [...word].map((sign) => LOOKALIKES[sign] ?? sign).join('');
}

function namesOf(contact: Contact): readonly string[] {
  if (contact.kind === 'phone')
    return [contact.value, contact.value.slice(1), contact.value.slice(1 + contact.areaCode.length)];
  return [contact.value, contact.value.slice(0, contact.value.indexOf('@'))];
}
