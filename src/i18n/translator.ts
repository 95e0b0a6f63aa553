import type { Texts } from '../../shared/read-texts.ts';

/** What fills the placeholders of a text, such as `{{lots}}`, by name. */
export type TextValues = Readonly<Record<string, unknown>>;

/** The text of a key, its placeholders filled. A key that has no text is a bug: it throws while developing and testing, and reads as itself for a user. */
export type Translator = (key: string, values?: TextValues) => string;

/**
 * Translates whole sentences with placeholders, which is all that the texts of the first route need.
 * @param otherwise translates what has no text here, such as a text with plural forms, each of which has a key of its own
 */
export const createTranslator =
  (texts: Texts, otherwise: Translator = missingText): Translator =>
  (key, values) => {
    const text = texts[key];
    return text === undefined
      ? otherwise(key, values)
      : text.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => String(values?.[name]));
  };

export function missingText(key: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${key}`);
  return key;
}
