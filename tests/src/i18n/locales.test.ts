import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { filesBelow, root, sourcesOf } from '../../architecture/sources.ts';
import sameAsEnglish from './same-as-english.json' with { type: 'json' };

const folder = join(root, 'src', 'i18n', 'locales');
const languages = readdirSync(folder);

type Tree = { readonly [key: string]: string | Tree };

/** All texts of a language by their full key, as its index merges them. */
function textsOf(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, prefix: string): void => {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'string') texts.set(prefix + name, value);
      else walk(value, `${prefix}${name}.`);
    }
  };
  for (const file of readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'))) {
    const tree = JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Tree;
    const section = file.slice(0, -'.json'.length);
    const before = texts.size;
    walk(tree, section === 'common' ? '' : `${section}.`);
    const names = [...texts.keys()].slice(before);
    expect(new Set(names).size).toBe(names.length);
  }
  return texts;
}

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
    expect(languages.toSorted()).toEqual(LANGUAGES.toSorted());
  });

  // spec: 1.9
  it.each(languages)('have the same keys in %s as in English', (language) => {
    expect(plainKeys(textsOf(language))).toEqual(plainKeys(english));
  });

  it.each(languages)('are never empty in %s', (language) => {
    const empty = [...textsOf(language)].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(languages)('have the same gaps to fill in %s as in English', (language) => {
    const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    const other = textsOf(language);
    const odd = [...english].filter(([key, text]) => {
      const translated = other.get(key);
      return translated !== undefined && String(gaps(translated)) !== String(gaps(text));
    });
    expect(odd).toEqual([]);
  });

  // spec: 1.9
  it.each(languages)(
    'are in %s the English words only where that was meant: names, units, borrowed terms',
    (language) => {
      const meant: Readonly<Record<string, readonly string[]>> = sameAsEnglish;
      const same = [...textsOf(language)].filter(
        ([key, text]) => language !== 'en' && english.get(key) === text && /\p{L}/u.test(text),
      );
      expect(same.map(([key]) => key).toSorted()).toEqual(meant[language] ?? []);
    },
  );

  it.each(languages)(
    'lie in two chunks for %s, which take in every file and are those of English',
    (language) => {
      const chunk = (of: string, name: string) => readFileSync(join(folder, of, name), 'utf8');
      const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
      const both = chunk(language, 'index.ts') + chunk(language, 'more.ts');
      expect(files.filter((file) => !both.includes(`'./${file}'`))).toEqual([]);
      for (const name of ['index.ts', 'more.ts']) expect(chunk(language, name)).toBe(chunk('en', name));
    },
  );
});

describe('the glossary', () => {
  it.each(LANGUAGES)('of %s has sixty terms of trading at least, none of them empty', (language) => {
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

  it('that the first route asks for are among its own texts', () => {
    const all = new Map(sourcesOf('src').map((source) => [source.path, source]));
    const first = new Set<string>();
    const reach = (path: string): void => {
      const source = all.get(path);
      if (source === undefined || first.has(path)) return;
      first.add(path);
      for (const one of source.imports) if (!one.typeOnly && !one.dynamic) reach(one.from);
    };
    reach('src/main.tsx');
    expect(first.size).toBeGreaterThan(50);
    const index = readFileSync(join(folder, 'en', 'index.ts'), 'utf8');
    const later = [...first]
      .filter((path) => path !== 'src/app/routes.ts')
      .flatMap((path) =>
        [...(all.get(path)?.text ?? '').matchAll(/\bt\(\s*['"`]([\w]+)[.\w-]*/g)].map(
          (match) => `${path} ${match[1]}`,
        ),
      )
      .filter((line) => {
        const section = line.split(' ')[1] ?? '';
        return existsSync(join(folder, 'en', `${section}.json`)) && !index.includes(`'./${section}.json'`);
      });
    expect(later).toEqual([]);
  });

  it('leave no text unused', () => {
    const code = sources.join('\n');
    const unused = [...new Set([...english.keys()].map(plain))].filter(
      (key) => !code.includes(`'${key}'`) && !isComposed(key, code),
    );
    expect(unused).toEqual([]);
  });
});

/** Keys such as `order.reason_${…}`: the part before the gap stands in a template. */
function isComposed(key: string, code: string): boolean {
  for (let end = key.length - 1; end > 3; end--) if (code.includes(`\`${key.slice(0, end)}\${`)) return true;
  return false;
}
