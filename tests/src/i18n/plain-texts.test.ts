import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { plainTexts } from '../../../src/i18n/plain-texts.ts';
import type { Texts } from '../../../src/i18n/pseudo.ts';
import { root } from '../../architecture/sources.ts';

const read = (language: Language, file: string): Texts =>
  JSON.parse(readFileSync(join(root, 'src', 'i18n', 'locales', language, `${file}.json`), 'utf8'));

/** As a language's `index.ts` joins them. */
const firstTexts = (language: Language): Texts => ({
  ...read(language, 'common'),
  error: read(language, 'error'),
  home: read(language, 'home'),
});

const keysOf = (texts: Texts, prefix = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );

describe('the first texts without i18next', () => {
  it.each(LANGUAGES)('read in %s as with it, their gaps filled', async (language) => {
    const texts = firstTexts(language);
    const whole = i18next.createInstance();
    await whole.init({
      lng: language,
      resources: { [language]: { translation: texts } },
      interpolation: { escapeValue: false },
    });
    const gaps = { label: 'A & B', what: '<b>', code: 999 };
    const keys = keysOf(texts);
    expect(keys.length).toBeGreaterThan(40);
    const plain = plainTexts(texts);
    const t = (key: string): string => String(whole.t(key as never, gaps as never));
    expect(keys.map((key) => plain(key, gaps))).toEqual(keys.map(t));
  });

  it('have no forms that only i18next knows: plurals, texts within texts', () => {
    const odd = LANGUAGES.flatMap((language) => {
      const texts = firstTexts(language);
      const plain = plainTexts(texts);
      return keysOf(texts).filter(
        (key) => /_(zero|one|two|few|many|other)$/.test(key) || plain(key).includes('$t('),
      );
    });
    expect(odd).toEqual([]);
  });

  it('that do not exist fail while developing', () => {
    expect(() => plainTexts({ home: { title: 'Quotes' } })('home.missing')).toThrow('home.missing');
    expect(() => plainTexts({ home: { title: 'Quotes' } })('home')).toThrow('home');
  });
});
