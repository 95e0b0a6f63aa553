import { CODE } from '../../shared/contract/codes.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/contract/language.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { hk } from './hk.ts';
import { id } from './id.ts';
import { it } from './it.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import type { Messages } from './shape.ts';
import { spa } from './spa.ts';
import { th } from './th.ts';
import { tr } from './tr.ts';
import { vn } from './vn.ts';

export const MESSAGES: Readonly<Record<Language, Messages>> = {
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

const NAME_OF_CODE = new Map<number, keyof Messages>(
  Object.entries(CODE).flatMap(([name, code]) => (name in en ? [[code, name as keyof Messages]] : [])),
);

/** What a code means, for a person; empty for success. An unknown code reads as an internal error. */
export function messageFor(code: number, language: Language): string {
  if (code === CODE.success) return '';
  return MESSAGES[language][NAME_OF_CODE.get(code) ?? 'internal'];
}

/** The language a request asks for in its `lang` header. */
export const languageOf = (header: unknown): Language => (isLanguage(header) ? header : DEFAULT_LANGUAGE);
