/** A text inside a sentence that may run in the other direction: its full stop and brackets stay at their ends. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
