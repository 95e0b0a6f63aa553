/** A code that may go on in a second line after its slash: at large text it is wider than its place in a narrow list. */
export const breakable = (code: string): string => code.replace('/', '/\u200B');
