import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { textFiles } from '../../../scripts/bundle/language-files.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import type { Texts } from '../../../shared/read-texts.ts';
import { createFullTranslator } from '../../../src/i18n/full-translator.ts';
import { createTranslator } from '../../../src/i18n/translator.ts';

const files = textFiles();
const textsOf = (language: Language): Texts => ({
  ...files.get(`${language}.first`),
  ...files.get(`${language}.later`),
});

describe('texts without i18next', () => {
  it.each(LANGUAGES)('read the same in %s as with it, placeholders included', async (language) => {
    const texts = textsOf(language);
    const i18next = createInstance();
    await i18next.init({
      lng: language,
      resources: { [language]: { translation: texts } },
      keySeparator: false,
      interpolation: { escapeValue: false },
    });
    const keys = Object.keys(texts);
    expect(keys.length).toBeGreaterThan(500);
    const places = JSON.stringify(texts).match(/(?<=\{\{)\w+(?=\}\})/g) ?? [];
    const gaps = Object.fromEntries([...new Set(places)].map((name) => [name, `<b>${name} & co</b>`]));
    const full = await createFullTranslator(language, texts);
    expect(keys.map((key) => full(key, gaps))).toEqual(keys.map((key) => i18next.t(key, gaps)));
  });

  it('throw for a missing key in development', () => {
    expect(() => createTranslator({ 'home.title': 'Quotes' })('home.missing')).toThrow('home.missing');
    expect(() => createTranslator({ 'home.title': 'Quotes' })('home')).toThrow('home');
  });
});

describe('a number of points', () => {
  it.each<[Language, ...string[]]>([
    ['en', '1 point', '2 points', '5 points', '21 points'],
    ['de', '1 Punkt', '2 Punkte', '5 Punkte', '21 Punkte'],
    ['fr', '1 pt', '2 pts', '5 pts', '21 pts'],
    ['it', '1 punto', '2 punti', '5 punti', '21 punti'],
    ['pt', '1 ponto', '2 pontos', '5 pontos', '21 pontos'],
    ['spa', '1 punto', '2 puntos', '5 puntos', '21 puntos'],
    ['ru', '1 пункт', '2 пункта', '5 пунктов', '21 пункт'],
    ['ar', '1 نقطة', 'نقطتين', '5 نقاط', '21 نقطة'],
    ['tr', '1 puan', '2 puan', '5 puan', '21 puan'],
    ['id', '1 poin', '2 poin', '5 poin', '21 poin'],
    ['vn', '1 điểm', '2 điểm', '5 điểm', '21 điểm'],
    ['th', '1 จุด', '2 จุด', '5 จุด', '21 จุด'],
    ['hk', '1 點', '2 點', '5 點', '21 點'],
    ['jp', '1 ポイント', '2 ポイント', '5 ポイント', '21 ポイント'],
    ['kr', '1 포인트', '2 포인트', '5 포인트', '21 포인트'],
  ])('has the form of its language in %s', async (language, ...texts) => {
    const t = await createFullTranslator(language, textsOf(language));
    expect([1, 2, 5, 21].map((count) => t('ticket.points', { count, points: String(count) }))).toEqual(texts);
  });
});
