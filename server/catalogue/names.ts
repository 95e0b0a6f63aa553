import type { Language } from '../../shared/contract/language.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { type SearchKey, searchKey } from '../../shared/search/find.ts';
import { isPair } from './forex.ts';
import ar from './names/ar.json' with { type: 'json' };
import de from './names/de.json' with { type: 'json' };
import en from './names/en.json' with { type: 'json' };
import fr from './names/fr.json' with { type: 'json' };
import hk from './names/hk.json' with { type: 'json' };
import id from './names/id.json' with { type: 'json' };
import it from './names/it.json' with { type: 'json' };
import jp from './names/jp.json' with { type: 'json' };
import kr from './names/kr.json' with { type: 'json' };
import pt from './names/pt.json' with { type: 'json' };
import ru from './names/ru.json' with { type: 'json' };
import spa from './names/spa.json' with { type: 'json' };
import th from './names/th.json' with { type: 'json' };
import tr from './names/tr.json' with { type: 'json' };
import vn from './names/vn.json' with { type: 'json' };
import { nicknames } from './nicknames.ts';

/*
 * What instruments are called in each language: short, as traders write them. `Intl.DisplayNames` knows currencies as well,
 * but by their official names, which do not fit into a row, and which change with the version of Node.
 */

const WORDS: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
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

const SYNTHETIC = /^SYN0*(\d+)$/;

/** Names and keys made so far, by language and code: a list of thousands is asked for and searched again and again. */
const names = new Map<string, string>();
const keys = new Map<string, SearchKey>();

/** The full name of an instrument, e.g. `Euro / US Dollar`; its show code where there is no better one. */
export const instrumentName = ({ code, showCode, names: own }: Named, language: Language): string =>
  own
    ? (own[language] ?? own['en'] ?? showCode)
    : getOrCreate(names, `${language} ${code} ${showCode}`, () => nameOf(code, language) ?? showCode);

/** What a search finds it by: its codes, its name in the reader's language and in English, and what traders call it. */
export const instrumentKey = (named: Named, language: Language): SearchKey =>
  getOrCreate(
    keys,
    `${language} ${named.code} ${named.showCode} ${named.names ? JSON.stringify(named.names) : ''}`,
    () =>
      searchKey([
        named.code,
        named.showCode,
        instrumentName(named, language),
        instrumentName(named, 'en'),
        ...nicknames(named.code),
      ]),
  );

interface Named {
  readonly code: string;
  readonly showCode: string;
  /** By language, in place of those that are made here. */
  readonly names?: Readonly<Record<string, string>>;
}

function nameOf(code: string, language: Language): string | undefined {
  const words: Readonly<Record<string, string>> = WORDS[language];
  const number = SYNTHETIC.exec(code)?.[1];
  if (number !== undefined) return `${words['SYN']} ${number}`;
  if (isPair(code)) return `${words[code.slice(0, 3)]} / ${words[code.slice(3)]}`;
  return code.length > 3 && Object.hasOwn(words, code) ? words[code] : undefined;
}
