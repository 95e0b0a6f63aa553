import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Plugin, parseSync } from 'vite';
import { LANGUAGES } from '../../shared/contract/language.ts';
import { readTexts, type Texts } from '../../shared/read-texts.ts';

const SRC = join(import.meta.dirname, '..', '..', 'src');
const PREFIX = 'virtual:texts/';

/** The texts of each file that the app loads, by its name: `<language>.first` and `<language>.later`. */
type TextFiles = ReadonlyMap<string, Texts>;

/**
 * Makes the app's files of texts. The modules `virtual:texts/first` and `virtual:texts/later` export `files`: by language, what
 * loads the texts that the first route may show, or all others.
 * @param src the folder of the app's sources; its texts are in `i18n/texts`
 */
export function languageFiles(src = SRC): Plugin {
  let made: TextFiles | undefined;
  return {
    name: 'language-files',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = basename(id, '.js');
      const loaders = LANGUAGES.map((one) => `${one}: () => import('${PREFIX}${one}.${name}.js')`);
      if (!name.includes('.')) return `export const files = { ${loaders} };`;
      made ??= textFiles(src);
      return `export default ${JSON.stringify(made.get(name))};`;
    },
    // Besides a text, what the first route shows may have changed.
    hotUpdate({ file, modules }) {
      if (made === undefined || !file.startsWith(src)) return;
      const before = JSON.stringify([...made]);
      made = textFiles(src);
      if (JSON.stringify([...made]) === before) return;
      const loaded = [...this.environment.moduleGraph.idToModuleMap.values()];
      return [...modules, ...loaded.filter(({ id }) => id?.startsWith(`\0${PREFIX}`))];
    },
  };
}

/** @throws Error if a text is incomplete, see `readTexts` */
export function textFiles(src = SRC): TextFiles {
  const folder = join(src, 'i18n', 'texts');
  const sections = readdirSync(folder).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ]);
  const isFirst = shownFirst(src);
  const part = (texts: Texts, first: boolean): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([key]) => isFirst(key) === first));
  return new Map(
    [...readTexts(Object.fromEntries(sections))].flatMap(([language, texts]) => [
      [`${language}.first`, part(texts, true)],
      [`${language}.later`, part(texts, false)],
    ]),
  );
}

/** Whether a module that the first route runs names a key, or has its beginning in a template. */
function shownFirst(src: string): (key: string) => boolean {
  const codes = new Map<string, string>();
  const reach = (path: string): void => {
    if (codes.has(path) || !/\.tsx?$/.test(path)) return;
    const code = readFileSync(path, 'utf8');
    codes.set(path, code);
    const { staticImports, staticExports } = parseSync(path, code).module;
    const run = [
      ...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
      ...staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType)),
    ];
    for (const { moduleRequest } of run)
      if (moduleRequest?.value.startsWith('.')) reach(join(dirname(path), moduleRequest.value));
  };
  reach(join(src, 'main.tsx'));
  // The titles of all screens; each is shown when the texts of its screen are there.
  codes.delete(join(src, 'app', 'routes.ts'));
  const code = [...codes.values()].join('\n');
  const keys = new Set([...code.matchAll(/'(\w+\.[\w.-]+)'/g)].map(([, key]) => key));
  const starts = [...code.matchAll(/`(\w+\.[\w.-]*)\$\{/g)].map(([, start = '']) => start);
  return (key) => keys.has(key) || starts.some((start) => key.startsWith(start));
}
