import { CODE } from '../../shared/contract/codes.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/contract/language.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hk from './hk.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import jp from './jp.json' with { type: 'json' };
import kr from './kr.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import spa from './spa.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import vn from './vn.json' with { type: 'json' };

/*
 * All texts that the exchange sends, in every language: refusals, categories, lines of the statement, mails with codes,
 * the first news. Rooms ask for a text by its key; sentences are never put together from parts here. What an operator writes
 * is content, in the database.
 */

/** Keys are flat, `<section>.<name>`, and the same in all languages. */
export type TextKey = keyof typeof en;

const TEXTS: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  hk,
  en,
  jp,
  kr,
  th,
  vn,
  fr,
  de,
  ru,
  spa,
  pt,
  ar,
  it,
  tr,
  id,
};

/** The text of a key; `values` fill its placeholders, such as `{{code}}`, by name. */
export const translate = (
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  TEXTS[language][key].replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => String(values[name] ?? ''));

const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

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
