import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tests/architecture/sources.ts';
import { isProfiling } from '../profile/profiled.ts';

interface Builder {
  isBuilt(): boolean;
  build(): Promise<void>;
}

interface BrowserFinder {
  findBrowser(): string | undefined;
  readonly howToGetBrowser: string;
}

/** Bytes after brotli, by part. */
export type Sizes = Readonly<Record<string, number>>;

/** Builds the web app unless `dist/` is up to date; for a run that takes profiles, with the names of its functions. */
export async function ensureBuilt(): Promise<void> {
  if (isProfiling()) return (await import('../profile/bench-build.ts')).buildForBench();
  const { isBuilt, build }: Builder = await script('build.mjs');
  if (!isBuilt()) await build();
}

/** Finds the Chromium that the tests use, or installs it. */
export async function ensureBrowser(): Promise<void> {
  const { findBrowser, howToGetBrowser }: BrowserFinder = await script('browser.mjs');
  const path = findBrowser();
  if (path === undefined) throw new Error(howToGetBrowser);
  process.env['PIPSTREAM_CHROMIUM'] = path;
}

/** Digest of all sources of the app. */
export async function digestOfApp(): Promise<string> {
  const { digestSources }: { digestSources(root: string): string } = await script('sources.mjs');
  return digestSources(root);
}

/** Sizes of the last build. */
export async function builtSizes(): Promise<Sizes> {
  const { measure }: { measure(): Sizes } = await script('sizes.mjs');
  return measure();
}

const script = (name: string) => import(pathToFileURL(join(root, 'scripts', name)).href);
