/** Quoted texts, addresses, links, tokens and numbers. */
const PRIVATE = /"[^"]*"?|'[^']*'?|`[^`]*`?|\S*[@/]\S*|\S{25,}|[+-]?\d[\d.,]*/g;
const MAX_LENGTH = 120;

/** The message of an error without anything that a user may have typed. */
export const withoutPrivate = (message: string): string =>
  message.trim().replace(PRIVATE, '#').slice(0, MAX_LENGTH);
