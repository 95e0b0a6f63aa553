/** Texts by key, in sections within sections. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

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
    let text: string | Texts | undefined = texts;
    for (const name of key.split('.')) text = typeof text === 'object' ? text[name] : undefined;
    return typeof text === 'string'
      ? text.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => String(values?.[name]))
      : otherwise(key, values);
  };

export function missingText(key: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${key}`);
  return key;
}
