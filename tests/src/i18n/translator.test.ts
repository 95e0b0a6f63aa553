import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { createFullTranslator } from '../../../src/i18n/full-translator.ts';
import { createTranslator, type Texts } from '../../../src/i18n/translator.ts';
import { root } from '../../architecture/sources.ts';

const firstTexts = (language: Language): Texts =>
  JSON.parse(readFileSync(join(root, 'src', 'i18n', 'locales', `${language}.first.json`), 'utf8'));

const keysOf = (texts: Texts, prefix = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );

describe('the first texts without i18next', () => {
  it.each(LANGUAGES)('read the same in %s as with it, placeholders included', async (language) => {
    const texts = firstTexts(language);
    const full = await createFullTranslator(language, texts, {});
    const gaps = { label: 'A & B', what: '<b>', code: 999 };
    const keys = keysOf(texts);
    expect(keys.length).toBeGreaterThan(25);
    const plain = createTranslator(texts);
    expect(keys.map((key) => plain(key, gaps))).toEqual(keys.map((key) => full(key, gaps)));
  });

  it('use no feature that only i18next has: plurals, nested texts', () => {
    const odd = LANGUAGES.flatMap((language) => {
      const texts = firstTexts(language);
      const plain = createTranslator(texts);
      return keysOf(texts).filter(
        (key) => /_(zero|one|two|few|many|other)$/.test(key) || plain(key).includes('$t('),
      );
    });
    expect(odd).toEqual([]);
  });

  it('throw for a missing key in development', () => {
    expect(() => createTranslator({ home: { title: 'Quotes' } })('home.missing')).toThrow('home.missing');
    expect(() => createTranslator({ home: { title: 'Quotes' } })('home')).toThrow('home');
  });
});
