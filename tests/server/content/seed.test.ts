import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../server/content/seed.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { offencesOf } from './strict-html.ts';

const FOLDER = join(root, 'server', 'content', 'seed');

describe('the first content', () => {
  const { news, companies } = readSeed();

  it('is three news, two announcements and four companies', () => {
    const kinds = news.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'news').length).toBe(3);
    expect(kinds.filter((kind) => kind === 'announcement').length).toBe(2);
    expect(companies.length).toBe(4);
  });

  it.each(LANGUAGES)('says all of it in %s, in its own words', (language) => {
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
      // As many paragraphs and points as in English: nothing was left out.
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

  it('is stored as it is written, so nothing of it was left out', () => {
    for (const language of LANGUAGES) {
      const written = JSON.parse(readFileSync(join(FOLDER, 'texts', `${language}.json`), 'utf8'));
      const stored = news.map(({ texts }) => texts.get(language));
      for (const text of Object.values(written)) expect(stored).toContainEqual(text);
      for (const text of stored) expect(offencesOf(text?.content ?? '<')).toEqual([]);
    }
  });

  it('names companies that can be taken for nobody', () => {
    for (const { url, email } of companies) {
      expect(new URL(url).hostname).toMatch(/\.example$/);
      expect(email).toMatch(/\.example$/);
    }
  });
});

describe('files that are not as they must be', () => {
  const broken = (file: string, change: (json: never) => unknown) => {
    const folder = temporaryFolder();
    cpSync(FOLDER, folder, { recursive: true });
    const path = join(folder, file);
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as never)));
    return () => readSeed(folder);
  };
  type Texts = Record<string, Record<string, string>>;

  it.each<[string, string, (json: never) => unknown, RegExp]>([
    ['a language without a text', 'texts/de.json', ({ demo: _, ...rest }: Texts) => rest, /de\.json.*demo/],
    [
      'a text without a title',
      'texts/fr.json',
      (all: Texts) => ({ ...all, demo: {} }),
      /fr\.json.*demo\.title/,
    ],
    [
      'an empty title',
      'texts/it.json',
      (all: Texts) => ({ ...all, demo: { ...all.demo, title: ' ' } }),
      /demo of texts\/it\.json: the title/,
    ],
    [
      'a mark that there is not',
      'news.json',
      (all: Texts[]) => [{ ...all[0], mark: 'x' }],
      /news\.json.*mark/,
    ],
    ['no list', 'news.json', () => ({}), /news\.json/],
    [
      'a company on an unsafe address',
      'companies.json',
      (all: Texts[]) => [{ ...all[0], url: 'http://a.example/' }],
      /companies\.json: the url/,
    ],
    [
      'a part too many',
      'companies.json',
      (all: Texts[]) => [{ ...all[0], phone: '1' }],
      /companies\.json.*phone/,
    ],
  ])('%s: the file is named', (_, file, change, message) => {
    expect(broken(file, change)).toThrow(message);
  });
});
