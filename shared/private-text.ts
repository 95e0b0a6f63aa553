/** Stands for what must not be kept. */
export const MASK = '***';

/** Quoted texts, addresses, links, tokens and numbers. */
const PRIVATE = /"[^"]*"?|'[^']*'?|`[^`]*`?|\S*[@/]\S*|\S{25,}|[+-]?\d[\d.,]*/g;
const MAX_LENGTH = 120;
const EMAIL = /[^\s@"'<>]+@[^\s@"'<>]+\.[A-Za-z]{2,}/g;
/** Seven digits or more, perhaps in groups: a phone number in a note. Prices have a point, times a colon. */
const PHONE = /(?<![\d.,])\+?\d(?:[\s()/-]{0,2}\d){6,}(?![.,:]?\d)/g;

export const withoutEmail = (text: string): string => text.replace(EMAIL, MASK);

/** What a user wrote about a moment, without addresses and phone numbers. */
export const maskedNote = (text: string): string => withoutEmail(text).replace(PHONE, MASK);

/** The message of an error without anything that a user may have typed. */
export const withoutPrivate = (message: string): string =>
  message.trim().replace(PRIVATE, '#').slice(0, MAX_LENGTH);
