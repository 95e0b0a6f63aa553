import { isAppPath } from '../shared/app-paths.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../shared/contract/language.ts';

/*
 * What belongs to the shell: the page and the files of one build. All of it is pure, so that its tests need no browser.
 */

/** The files of one build; the build writes it into the worker (`scripts/bundle/build-service-worker.ts`). */
export interface ShellFiles {
  /** A digest of all files: the name of the build. */
  readonly version: string;
  /** Paths, all but the page's and the texts'. */
  readonly files: readonly string[];
  /** The paths of each language's texts. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The path of the page's last script, which starts the app: a page that does not name it is of another build. */
  readonly entry: string;
}

/** The key of the page in a cache; every path of the app is answered with it. */
export const PAGE = '/';

const PREFIX = 'shell-';
/** The newest build, the one that an open page may still run, and one more. */
const KEPT_BUILDS = 3;

export const cacheOf = (version: string): string => PREFIX + version;

/**
 * The caches of builds, this one first, then the newest.
 * @param names of all caches, the oldest first
 */
export function buildsIn(names: readonly string[], version: string): readonly string[] {
  const own = cacheOf(version);
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== own);
  return [...(names.includes(own) ? [own] : []), ...others.toReversed()];
}

/** The caches of builds that can go. */
export const outdatedBuilds = (names: readonly string[], version: string): readonly string[] =>
  buildsIn(names, version).slice(KEPT_BUILDS);

/** The languages whose texts are among the URLs, and the default one. */
export function languagesIn(urls: readonly string[]): readonly Language[] {
  const found = urls.map((url) => /\/([a-z]+)\.(?:first|later)-[^/]*\.js$/.exec(url)?.[1]);
  return [...new Set([DEFAULT_LANGUAGE, ...found.filter(isLanguage)])];
}

/** Who answers a request: the kept page, the kept files, or the network alone, as for every call and the socket. */
export type Answerer = 'page' | 'files' | 'network';

export function answererOf(
  request: { readonly url: string; readonly method: string; readonly mode: string },
  origin: string,
  shell: Pick<ShellFiles, 'files'>,
): Answerer {
  const { pathname, origin: from } = new URL(request.url);
  if (from !== origin || request.method !== 'GET') return 'network';
  if (request.mode === 'navigate') return isAppPath(pathname) ? 'page' : 'network';
  return pathname.startsWith('/assets/') || shell.files.includes(pathname) ? 'files' : 'network';
}
