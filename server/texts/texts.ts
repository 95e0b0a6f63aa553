import { CODE } from '../../shared/contract/codes.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/contract/language.ts';
import { readTexts, type TextKeyOf } from '../../shared/read-texts.ts';
import category from './category.json' with { type: 'json' };
import letters from './letters.json' with { type: 'json' };
import marketClosed from './marketClosed.json' with { type: 'json' };
import news from './news.json' with { type: 'json' };
import password from './password.json' with { type: 'json' };
import push from './push.json' with { type: 'json' };
import refusal from './refusal.json' with { type: 'json' };
import restricted from './restricted.json' with { type: 'json' };
import statement from './statement.json' with { type: 'json' };
import verification from './verification.json' with { type: 'json' };
import withdrawal from './withdrawal.json' with { type: 'json' };

/*
 * All texts that the exchange sends, in every language: refusals, categories, lines of the statement, mails with codes,
 * the first news. Rooms ask for a text by its key; sentences are never put together from parts here. What an operator writes
 * is content, in the database.
 */

const SECTIONS = {
  category,
  letters,
  marketClosed,
  news,
  password,
  push,
  refusal,
  restricted,
  statement,
  verification,
  withdrawal,
};

/** The key of a text: its file and its name there, such as `refusal.held`. */
export type TextKey = TextKeyOf<typeof SECTIONS>;

const TEXTS = readTexts(SECTIONS);

/** The text of a key; `values` fill its placeholders, such as `{{code}}`, by name. */
export const translate = (
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  (TEXTS.get(language)?.[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) =>
    String(values[name] ?? ''),
  );

const isTextKey = (key: string): key is TextKey => TEXTS.get('en')?.[key] !== undefined;

const NAME_OF_CODE = new Map<number, string>(Object.entries(CODE).map(([name, code]) => [code, name]));

const KEY_OF_CODE = new Map<number, TextKey>(
  Object.entries(CODE).flatMap(([name, code]) => {
    const key = `refusal.${name}`;
    return isTextKey(key) ? [[code, key] as const] : [];
  }),
);

/**
 * The message of a code of the answer envelope; empty for success. An unknown code reads as an internal error.
 * @param reason a fact of the refusal that may have a message of its own: why a password was refused, a market is closed
 */
export function messageFor(code: number, language: Language, reason?: unknown): string {
  if (code === CODE.success) return '';
  const own = [`${NAME_OF_CODE.get(code)}.${reason}`, `password.${reason}`, `refusal.${reason}`].find(
    isTextKey,
  );
  return translate(language, own ?? KEY_OF_CODE.get(code) ?? 'refusal.internal');
}

/** The language that a request asks for in its `lang` header. */
export const languageOf = (header: unknown): Language => (isLanguage(header) ? header : DEFAULT_LANGUAGE);
