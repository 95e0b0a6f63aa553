import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textFiles } from '../../../scripts/bundle/language-files.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import type { Texts } from '../../../shared/read-texts.ts';
import { filesBelow, root } from '../../architecture/sources.ts';

const files = textFiles();
const fileOf = (name: string): Texts => files.get(name) ?? {};

/** All texts of a language by their key. */
const textsOf = (language: string): Texts => ({
  ...fileOf(`${language}.first`),
  ...fileOf(`${language}.later`),
});

/** i18next's plural forms of one key. */
const plain = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const plainKeys = (texts: Texts) => [...new Set(Object.keys(texts).map(plain))].sort();
const english = plainKeys(textsOf('en'));

const sources = filesBelow(join(root, 'src'))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

describe('the texts', () => {
  // spec: 1.9
  it.each(LANGUAGES)('have the same keys in %s as in English', (language) => {
    expect(plainKeys(textsOf(language))).toEqual(english);
  });

  it.each(LANGUAGES)(
    'call equity, margin level and instrument the same in %s wherever they are read',
    (language) => {
      const texts = textsOf(language);
      const wordOf = (key: string) => texts[key]?.toLowerCase() ?? '';
      const terms = [
        ['history.stop_out_why', 'order.net_value'],
        ['order.margin_call', 'order.net_value'],
        ['history.stop_out_level', 'order.margin_level'],
        ['ticket.after.gauge', 'order.margin_level'],
        ['history.instrument', 'home.name'],
      ] as const;
      const odd = terms.filter(([sentence, term]) => !wordOf(sentence).includes(wordOf(term)));
      expect(odd).toEqual([]);
    },
  );

  it.each(LANGUAGES)(
    'of the first route are the same in %s as in English, so none has plural forms',
    (language) => {
      expect(Object.keys(fileOf(`${language}.first`))).toEqual(Object.keys(fileOf('en.first')));
    },
  );
});

describe('the glossary', () => {
  it.each(LANGUAGES)('of %s has at least sixty trading terms, none of them empty', (language) => {
    const path = join(root, 'docs', 'glossary', `${language}.json`);
    const terms = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>;
    expect(Object.keys(terms).length).toBeGreaterThanOrEqual(60);
    expect(Object.values(terms).filter((text) => text.trim() === '')).toEqual([]);
  });
});

describe('the keys in the code', () => {
  it('all have a text', () => {
    const known = new Set(english);
    const used = sources.flatMap((text) =>
      [...text.matchAll(/\bt\(\s*['"]([\w.]+)['"]/g)].map((match) => match[1] ?? ''),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !known.has(plain(key)))).toEqual([]);
  });

  it('use every text', () => {
    const code = sources.join('\n');
    const unused = english.filter((key) => !code.includes(`'${key}'`) && !isComposed(key, code));
    expect(unused).toEqual([]);
  });
});

/** Keys such as `order.reason_${…}`: the part before the placeholder is in a template. */
function isComposed(key: string, code: string): boolean {
  for (let end = key.length - 1; end > 3; end--) if (code.includes(`\`${key.slice(0, end)}\${`)) return true;
  return false;
}
