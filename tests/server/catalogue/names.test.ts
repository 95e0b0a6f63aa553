import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, entryFor, simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { SETTLE_CODES } from '../../../server/catalogue/forex.ts';
import { instrumentName } from '../../../server/catalogue/names.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { root } from '../../architecture/sources.ts';

const folder = join(root, 'server', 'catalogue', 'names');
const wordsOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
const english = wordsOf('en');

/** The script in which a language's names are written; the rest write Latin letters. */
const SCRIPTS: Partial<Readonly<Record<Language, RegExp>>> = {
  hk: /\p{Script=Han}/u,
  jp: /\p{Script=Han}|\p{Script=Katakana}/u,
  kr: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
};
/** Names that stay as they are in these scripts. */
const LATIN_EVERYWHERE = ['LINKUSD', 'BNBUSD'];

const nameOf = (code: string, language: Language) =>
  instrumentName(entryFor({ code, decimals: 2 }), language);

describe('the words of instrument names', () => {
  // spec: 1.9
  it('exist in every language, with the same keys', () => {
    expect(readdirSync(folder).toSorted()).toEqual(LANGUAGES.map((one) => `${one}.json`).toSorted());
    for (const language of LANGUAGES) {
      expect(Object.keys(wordsOf(language)), language).toEqual(Object.keys(english));
      for (const word of Object.values(wordsOf(language))) expect(word).toMatch(/^\S(?:.*\S)?$/u);
    }
  });

  it('name every currency and every other instrument of the catalogue', () => {
    const others = catalogue.filter(({ quote, code }) => !quote && !code.startsWith('USD'));
    const wanted = [...Object.keys(SETTLE_CODES), ...others.map(({ code }) => code)];
    for (const code of wanted.filter((one) => !/^[A-Z]{3}USD$/.test(one) || !SETTLE_CODES[one.slice(0, 3)]))
      expect(english, code).toHaveProperty(code);
  });

  it.each(LANGUAGES)('are unique in %s, and short enough for a row', (language) => {
    const words = Object.values(wordsOf(language));
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word.length, word).toBeLessThanOrEqual(32);
  });

  it.each(Object.entries(SCRIPTS))('are written in the script of %s', (language, script) => {
    for (const [code, word] of Object.entries(wordsOf(language)))
      if (!LATIN_EVERYWHERE.includes(code)) expect(word, code).toMatch(script);
  });
});

describe('the name of an instrument', () => {
  // spec: 1.9
  it.each([
    ['hk', '歐元 / 美元', '黃金', '比特幣'],
    ['en', 'Euro / US Dollar', 'Gold', 'Bitcoin'],
    ['jp', 'ユーロ / 米ドル', '金', 'ビットコイン'],
    ['kr', '유로 / 미국 달러', '금', '비트코인'],
    ['th', 'ยูโร / ดอลลาร์สหรัฐ', 'ทองคำ', 'บิตคอยน์'],
    ['vn', 'Euro / Đô la Mỹ', 'Vàng', 'Bitcoin'],
    ['fr', 'Euro / Dollar américain', 'Or', 'Bitcoin'],
    ['de', 'Euro / US-Dollar', 'Gold', 'Bitcoin'],
    ['ru', 'Евро / Доллар США', 'Золото', 'Биткоин'],
    ['spa', 'Euro / Dólar estadounidense', 'Oro', 'Bitcoin'],
    ['pt', 'Euro / Dólar americano', 'Ouro', 'Bitcoin'],
    ['ar', 'يورو / دولار أمريكي', 'الذهب', 'بيتكوين'],
    ['it', 'Euro / Dollaro USA', 'Oro', 'Bitcoin'],
    ['tr', 'Euro / ABD Doları', 'Altın', 'Bitcoin'],
    ['id', 'Euro / Dolar AS', 'Emas', 'Bitcoin'],
  ] as const)('in %s is %s, %s, %s', (language, euro, gold, bitcoin) => {
    expect(['EURUSD', 'XAUUSD', 'BTCUSD'].map((code) => nameOf(code, language))).toEqual([
      euro,
      gold,
      bitcoin,
    ]);
  });

  it('is put together for any pair of known currencies', () => {
    expect(nameOf('NOKSEK', 'de')).toBe('Norwegische Krone / Schwedische Krone');
  });

  it('is unique in every language', () => {
    for (const language of LANGUAGES) {
      const names = simulatedEntries(30).map((entry) => instrumentName(entry, language));
      expect(new Set(names).size, language).toBe(names.length);
    }
  });

  it.each(['ABCDE', 'constructor', '__proto__', 'EUR', 'SYN'])('is its show code for %s', (code) => {
    expect(instrumentName({ code, showCode: 'Shown' }, 'hk')).toBe('Shown');
  });
});
