import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UserConfig } from 'vite';
import { root } from '../../tests/architecture/sources.ts';

/** Builds the app with source maps and the names of its own functions into `dist/`, in place of the usual build. */
export async function buildForBench(): Promise<void> {
  const { default: usual }: { readonly default: UserConfig } = await import(
    pathToFileURL(join(root, 'vite.config.ts')).href
  );
  const { build } = await import('vite');
  await build({
    ...usual,
    root,
    configFile: false,
    logLevel: 'warn',
    build: { ...usual.build, sourcemap: true, minify: false },
  });
}
