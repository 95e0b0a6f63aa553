import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { filesBelow, root, sourcesOf } from '../../architecture/sources.ts';
import sameAsEnglish from './same-as-english.json' with { type: 'json' };

const folder = join(root, 'src', 'i18n', 'locales');

type Part = 'first' | 'later';
type Tree = { readonly [key: string]: string | Tree };

const treeOf = (language: string, part: Part): Tree =>
  JSON.parse(readFileSync(join(folder, `${language}.${part}.json`), 'utf8'));

const flat = (tree: Tree, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as const] : flat(value, `${prefix}${name}.`),
  );

/** All texts of a language by their full key. */
const textsOf = (language: string): ReadonlyMap<string, string> =>
  new Map([...flat(treeOf(language, 'first')), ...flat(treeOf(language, 'later'))]);

const english = textsOf('en');
/** i18next's plural forms of one key. */
const plain = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const plainKeys = (texts: ReadonlyMap<string, string>) => [...new Set([...texts.keys()].map(plain))].sort();

const sources = filesBelow(join(root, 'src'))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('/i18n/locales/'))
  .map((path) => readFileSync(path, 'utf8'));

describe('the texts', () => {
  // spec: 1.9
  it('exist for every language of the specification', () => {
    const files = LANGUAGES.flatMap((language) => [`${language}.first.json`, `${language}.later.json`]);
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  });

  // spec: 1.9
  it.each(LANGUAGES)('have the same keys in %s as in English', (language) => {
    expect(plainKeys(textsOf(language))).toEqual(plainKeys(english));
  });

  it.each(LANGUAGES)('are never empty in %s', (language) => {
    const empty = [...textsOf(language)].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(LANGUAGES)('have the same placeholders in %s as in English', (language) => {
    const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    const other = textsOf(language);
    const odd = [...english].filter(([key, text]) => {
      const translated = other.get(key);
      return translated !== undefined && String(gaps(translated)) !== String(gaps(text));
    });
    expect(odd).toEqual([]);
  });

  // spec: 1.9
  it.each(LANGUAGES)(
    'equal the English ones in %s only where intended: names, units, borrowed terms',
    (language) => {
      const meant = Object.entries(sameAsEnglish).flatMap(([key, languages]) =>
        languages.includes(language) ? [key] : [],
      );
      const same = [...textsOf(language)].filter(
        ([key, text]) => language !== 'en' && english.get(key) === text && /\p{L}/u.test(text),
      );
      expect(same.map(([key]) => key).toSorted()).toEqual(meant);
    },
  );

  it.each(LANGUAGES)(
    'call equity, margin level and instrument the same in %s wherever they are read',
    (language) => {
      const texts = textsOf(language);
      const wordOf = (key: string) => texts.get(key)?.toLowerCase() ?? '';
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

  it.each(LANGUAGES)('are in the same one of both files in %s as in English', (language) => {
    const keys = (of: string, part: Part) =>
      [...new Set(flat(treeOf(of, part)).map(([key]) => plain(key)))].toSorted();
    for (const part of ['first', 'later'] as const) expect(keys(language, part)).toEqual(keys('en', part));
    const first = keys(language, 'first');
    expect(keys(language, 'later').filter((key) => first.includes(key))).toEqual([]);
  });
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
    const known = new Set([...english.keys()].map(plain));
    const used = sources.flatMap((text) =>
      [...text.matchAll(/\bt\(\s*['"]([\w.]+)['"]/g)].map((match) => match[1] ?? ''),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !known.has(plain(key)))).toEqual([]);
  });

  it('of the first route are all among its first texts', () => {
    const all = new Map(sourcesOf('src').map((source) => [source.path, source]));
    const first = new Set<string>();
    const reach = (path: string): void => {
      const source = all.get(path);
      if (source === undefined || first.has(path)) return;
      first.add(path);
      for (const one of source.imports) if (!one.typeOnly && !one.dynamic) reach(one.from);
    };
    reach('src/main.tsx');
    // Loaded later, but possibly shown before the later texts have arrived.
    reach('src/components/Toasts.tsx');
    expect(first.size).toBeGreaterThan(50);
    const later = flat(treeOf('en', 'later')).map(([key]) => plain(key));
    const missing = [...first]
      .filter((path) => path !== 'src/app/routes.ts')
      .flatMap((path) =>
        [...(all.get(path)?.text ?? '').matchAll(/'(\w+\.[\w.-]+)'|\bt\(\s*`(\w+\.[\w.]*)\$\{/g)].map(
          ([, key = '', start = '']) => ({ path, key, start }),
        ),
      )
      .filter(({ key, start }) =>
        later.some((one) => one === key || (start !== '' && one.startsWith(start))),
      );
    expect(missing).toEqual([]);
  });

  it('use every text', () => {
    const code = sources.join('\n');
    const unused = [...new Set([...english.keys()].map(plain))].filter(
      (key) => !code.includes(`'${key}'`) && !isComposed(key, code),
    );
    expect(unused).toEqual([]);
  });
});

/** Keys such as `order.reason_${…}`: the part before the placeholder is in a template. */
function isComposed(key: string, code: string): boolean {
  for (let end = key.length - 1; end > 3; end--) if (code.includes(`\`${key.slice(0, end)}\${`)) return true;
  return false;
}
