import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { languageFiles, textFiles } from '../../scripts/bundle/language-files.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const TEXTS = {
  title: { en: 'Quotes', same: true },
  sort: { en: 'Sort', same: true },
  hint: { en: 'Hint', same: true },
  'state.live': { en: 'Live', same: true },
  'state.stale': { en: 'Delayed', same: true },
};

/** The sources of an app whose first route has two modules; others are loaded later. */
function app(): { readonly src: string; write(path: string, content: string): void } {
  const src = temporaryFolder();
  const write = (path: string, content: string) => writeFileSync(join(src, path), content);
  mkdirSync(join(src, 'i18n', 'texts'), { recursive: true });
  mkdirSync(join(src, 'app'));
  write('i18n/texts/home.json', JSON.stringify(TEXTS));
  write(
    'main.tsx',
    "import { Home } from './Home.tsx';\nimport type { Row } from './Row.tsx';\nHome(t('home.title'));",
  );
  write(
    'Home.tsx',
    `import './app/routes.ts';\nexport { Live } from './Live.tsx';\nexport const Home = () => import('./Sort.tsx');`,
  );
  write('app/routes.ts', "export const TITLES = ['home.hint'];");
  write('Live.tsx', `export const Live = () => t(\`home.state.\${state}\`);`);
  write('Sort.tsx', "export const Sort = () => t('home.sort');");
  write('Row.tsx', "export const Row = () => t('home.hint');");
  return { src, write };
}

it('the first file of a language has what the modules of the first route name, the later one all other texts', () => {
  const files = textFiles(app().src);
  expect(files.get('de.first')).toEqual({
    'home.title': 'Quotes',
    'home.state.live': 'Live',
    'home.state.stale': 'Delayed',
  });
  expect(files.get('de.later')).toEqual({ 'home.sort': 'Sort', 'home.hint': 'Hint' });
});

it('a development server gives the app the files, and new ones when a text or what shows it has changed', async () => {
  const { src, write } = app();
  const server = await createServer({
    root: src,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: { usePolling: true, interval: 20 } },
    plugins: [languageFiles(src)],
  });
  onTestFinished(() => server.close());
  const codeOf = async (name: string) => (await server.transformRequest(`virtual:texts/${name}`))?.code;
  expect(await codeOf('first')).toMatch(/de: \(\) => import\(".*virtual:texts\/de\.first\.js"\)/);
  expect(await codeOf('de.first.js')).toContain('"home.title":"Quotes"');

  write('i18n/texts/home.json', JSON.stringify({ ...TEXTS, title: { en: 'Prices', same: true } }));
  await expect.poll(() => codeOf('de.first.js')).toContain('"home.title":"Prices"');

  expect(await codeOf('de.first.js')).not.toContain('home.sort');
  write('Home.tsx', "export const Home = () => t('home.sort');");
  await expect.poll(() => codeOf('de.first.js')).toContain('home.sort');
});
