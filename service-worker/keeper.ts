import type { Language } from '../shared/contract/language.ts';
import { buildsIn, cacheOf, languagesIn, outdatedBuilds, PAGE, type ShellFiles } from './shell.ts';

/** Keeps the shell in the browser's caches, one for each build, and answers from them. */
export interface Keeper {
  /**
   * Fetches all of this build, and the texts of the languages in use.
   * @throws if a file is out of reach, or the server already has another build
   */
  install(): Promise<void>;
  /** Drops the oldest builds. */
  tidy(): Promise<void>;
  /** Keeps the texts of a language too. */
  keepTexts(language: Language): Promise<void>;
  /** The page of this build, at once; the network's when it is not kept. */
  page(request: Request): Promise<Response>;
  /** Replaces the kept page by the server's, whose headers may have changed, unless that is of another build. */
  refreshPage(): Promise<void>;
  /** A file of this or an earlier build: an open page may still run that one. */
  file(request: Request): Promise<Response>;
}

export function createKeeper(shell: ShellFiles, caches: CacheStorage, load: typeof fetch): Keeper {
  const own = () => caches.open(cacheOf(shell.version));
  const all = async () =>
    Promise.all(buildsIn(await caches.keys(), shell.version).map((name) => caches.open(name)));

  /** The server's page, past the browser's own cache. */
  async function freshPage(): Promise<Response | undefined> {
    const page = await load(PAGE, { cache: 'no-cache' });
    if (!page.ok || page.redirected) return undefined;
    return (await page.clone().text()).includes(shell.entry) ? page : undefined;
  }

  async function keep(paths: readonly string[]): Promise<void> {
    const cache = await own();
    await Promise.all(
      paths.map(async (path) => {
        if (await cache.match(path)) return;
        // Files with a hash in their name never change: the browser's cache will do for them.
        const answer = await load(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
        // A proxy's page in place of the file would stay until the next build.
        const isPage = answer.headers.get('content-type')?.startsWith('text/html');
        if (!answer.ok || isPage) throw new Error(`${path}: ${answer.status}`);
        await cache.put(path, answer);
      }),
    );
  }

  const textsOf = (languages: readonly Language[]) =>
    languages.flatMap((language) => shell.texts[language] ?? []);

  async function find(path: Request): Promise<Response | undefined> {
    for (const cache of await all()) {
      const found = await cache.match(path);
      if (found) return found;
    }
    return undefined;
  }

  return {
    async install() {
      const before = await Promise.all((await all()).map((cache) => cache.keys()));
      const languages = languagesIn(before.flat().map(({ url }) => url));
      const page = await freshPage();
      if (page === undefined) throw new Error('the server has another build');
      await keep([...shell.files, ...textsOf(languages)]);
      await (await own()).put(PAGE, page);
    },
    async tidy() {
      const outdated = outdatedBuilds(await caches.keys(), shell.version);
      await Promise.all(outdated.map((name) => caches.delete(name)));
    },
    keepTexts: (language) => keep(textsOf([language])),
    page: async (request) => (await (await own()).match(PAGE)) ?? load(request),
    async refreshPage() {
      const page = await freshPage();
      if (page !== undefined) await (await own()).put(PAGE, page);
    },
    file: async (request) => (await find(request)) ?? load(request),
  };
}
