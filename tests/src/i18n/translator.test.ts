import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { createFullTranslator } from '../../../src/i18n/full-translator.ts';
import { createTranslator, type Texts } from '../../../src/i18n/translator.ts';
import { root } from '../../architecture/sources.ts';

const textsOf = (language: Language, part: 'first' | 'later'): Texts =>
  JSON.parse(readFileSync(join(root, 'src', 'i18n', 'locales', `${language}.${part}.json`), 'utf8'));

const keysOf = (texts: Texts, prefix = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );

const PLURAL = /_(zero|one|two|few|many|other)$/;

describe('texts without i18next', () => {
  it.each(LANGUAGES)('read the same in %s as with it, placeholders included', async (language) => {
    const parts = [textsOf(language, 'first'), textsOf(language, 'later')] as const;
    const i18next = createInstance();
    await i18next.init({ lng: language, resources: {}, interpolation: { escapeValue: false } });
    for (const part of parts) i18next.addResourceBundle(language, 'translation', part, true, true);
    const keys = parts.flatMap((part) => keysOf(part));
    expect(keys.length).toBeGreaterThan(500);
    const places = parts.flatMap((part) => JSON.stringify(part).match(/(?<=\{\{)\w+(?=\}\})/g) ?? []);
    const gaps = Object.fromEntries([...new Set(places)].map((name) => [name, `<b>${name} & co</b>`]));
    const full = await createFullTranslator(language, ...parts);
    expect(keys.map((key) => full(key, gaps))).toEqual(keys.map((key) => i18next.t(key, gaps)));
  });

  it('of the first route have no plural forms', () => {
    expect(
      LANGUAGES.flatMap((language) => keysOf(textsOf(language, 'first')).filter((key) => PLURAL.test(key))),
    ).toEqual([]);
  });

  it('throw for a missing key in development', () => {
    expect(() => createTranslator({ home: { title: 'Quotes' } })('home.missing')).toThrow('home.missing');
    expect(() => createTranslator({ home: { title: 'Quotes' } })('home')).toThrow('home');
  });
});
