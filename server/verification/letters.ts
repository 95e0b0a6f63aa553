import type { Language } from '../../shared/contract/language.ts';
import type { Letter } from '../outbox/mailer.ts';
import { translate } from '../texts/texts.ts';
import type { CodePurpose } from './verification-tables.ts';

type LetterText = Pick<Letter, 'subject' | 'text'>;

const SENDER = 'Pipstream';

/** The letter with a verification code: what the code is for, how long it is valid, and not to share it. */
export const codeLetter = (
  language: Language,
  purpose: CodePurpose,
  code: string,
  minutes: number,
  values: Readonly<Record<string, string>> = {},
): LetterText => ({
  subject: `${SENDER}: ${translate(language, 'verification.subject')}`,
  text: `${SENDER}: ${translate(language, textOf(purpose), { ...values, code })} ${translate(language, 'verification.care', { minutes })}`,
});

const textOf = (purpose: CodePurpose) =>
  purpose === 'register' || purpose === 'password'
    ? (`verification.${purpose}` as const)
    : 'verification.payout';

/** For a person who tries to register with a contact that already has an account. */
export const takenLetter = (language: Language): LetterText => ({
  subject: SENDER,
  text: `${SENDER}: ${translate(language, 'verification.taken')}`,
});
