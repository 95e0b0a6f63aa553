import { describe, expect, it } from 'vitest';
import { isNewsMark, markSvg } from '../../../server/content/content-logos.ts';
import { seedContent } from '../../../server/content/seed.ts';
import { translate } from '../../../server/texts/texts.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { offencesOf } from './strict-html.ts';

describe('the initial content', () => {
  const { news, companies } = seedContent();

  it('is three news, two announcements and four companies', () => {
    const kinds = news.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'news').length).toBe(3);
    expect(kinds.filter((kind) => kind === 'announcement').length).toBe(2);
    expect(companies.length).toBe(4);
  });

  it.each(LANGUAGES)('is complete in %s, translated', (language) => {
    for (const { texts } of news) {
      const [own, english] = [texts.get(language), texts.get('en')];
      if (own === undefined || english === undefined) throw new Error('a text is missing');
      expect(own.title.length).toBeLessThanOrEqual(80);
      expect(own.summary.length).toBeLessThanOrEqual(120);
      for (const part of [own.title, own.summary, own.content]) expect(part).toMatch(/\p{L}{2}/u);
      if (language === 'en') continue;
      expect(own.title).not.toBe(english.title);
      expect(own.summary).not.toBe(english.summary);
      expect(own.content).not.toBe(english.content);
      // As many paragraphs and points as in English: nothing is missing.
      expect(own.content.match(/<\w+>/g)).toEqual(english.content.match(/<\w+>/g));
    }
  });

  it('is written in the script of its language', () => {
    const scripts: Readonly<Record<string, RegExp>> = {
      hk: /\p{Script=Han}/u,
      jp: /\p{Script=Hiragana}/u,
      kr: /\p{Script=Hangul}/u,
      th: /\p{Script=Thai}/u,
      ru: /\p{Script=Cyrillic}/u,
      ar: /\p{Script=Arabic}/u,
    };
    for (const { texts } of news) {
      for (const [language, script] of Object.entries(scripts))
        for (const part of Object.values(texts.get(language as 'hk') ?? {})) expect(part).toMatch(script);
    }
  });

  it('passes the sanitiser unchanged', () => {
    const keys = ['safety', 'regions', 'stopout', 'hours', 'demo'] as const;
    for (const language of LANGUAGES) {
      const written = keys.map((key) => ({
        title: translate(language, `news.${key}.title`),
        summary: translate(language, `news.${key}.summary`),
        content: translate(language, `news.${key}.content`),
      }));
      expect(news.map(({ texts }) => texts.get(language))).toEqual(written);
      for (const { content } of written) expect(offencesOf(content)).toEqual([]);
    }
  });

  it('has a drawn picture for every item', () => {
    expect(news.filter(({ mark }) => !isNewsMark(mark))).toEqual([]);
  });

  it('names only companies that do not exist', () => {
    for (const { url, email } of companies) {
      expect(new URL(url).hostname).toMatch(/\.example$/);
      expect(email).toMatch(/\.example$/);
    }
  });
});

it('a logo has the initials of its name or a shape; an unknown one is no picture', () => {
  expect(markSvg('company-3-ab')).toContain('>AB<');
  expect(markSvg('company-3')).toContain('evenodd');
  expect(markSvg('news-chart')).toContain('evenodd');
  for (const name of ['company-8-ab', 'company-3-abc', 'news-none', ''])
    expect(markSvg(name)).toBeUndefined();
});
