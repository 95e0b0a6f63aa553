import type { Language } from '../../shared/contract/language.ts';
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

/** The names made so far, by language and code: a list of thousands is asked for again and again. */
const made = new Map<Language, Map<string, string>>();

/** The full name of an instrument, e.g. `Euro / US Dollar`; its show code where there is no better one. */
export function instrumentName({ code, showCode }: Named, language: Language): string {
  const names = made.get(language) ?? new Map<string, string>();
  made.set(language, names);
  const known = names.get(code);
  if (known !== undefined) return known;
  const name = nameOf(code, language) ?? showCode;
  names.set(code, name);
  return name;
}

interface Named {
  readonly code: string;
  readonly showCode: string;
}

function nameOf(code: string, language: Language): string | undefined {
  const words: Readonly<Record<string, string>> = WORDS[language];
  const number = SYNTHETIC.exec(code)?.[1];
  if (number !== undefined) return `${words['SYN']} ${number}`;
  if (isPair(code)) return `${words[code.slice(0, 3)]} / ${words[code.slice(3)]}`;
  return code.length > 3 && Object.hasOwn(words, code) ? words[code] : undefined;
}
