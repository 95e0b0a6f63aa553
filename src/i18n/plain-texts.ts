import type { Texts } from './pseudo.ts';

/** A text by its key, the gaps between double braces filled: all that the first route's texts ask for. */
export type PlainTexts = (key: string, gaps?: Readonly<Record<string, unknown>>) => string;

export const plainTexts =
  (texts: Texts): PlainTexts =>
  (key, gaps) => {
    let text: string | Texts | undefined = texts;
    for (const name of key.split('.')) text = typeof text === 'object' ? text[name] : undefined;
    return typeof text === 'string'
      ? text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => String(gaps?.[name]))
      : missingText(key);
  };

/** A missing text is a bug: loud while developing and testing, the bare key for a user. */
export function missingText(key: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${key}`);
  return key;
}
