import type { Plugin } from 'vite';

/** The first line of a script whose functions are compiled while it loads. */
export const AT_ONCE_MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes the browser compile all functions of a chunk in the background while it loads, not one by one on their first use.
 * @param chunks names of chunks that run most of their functions right after loading; the build fails if one is missing
 */
export const compileAhead = (chunks: readonly string[]): Plugin => ({
  name: 'compile-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const name of chunks) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
        if (chunk?.type !== 'chunk') return this.error(`There is no chunk ${name}: look at vite.config.ts.`);
        chunk.code = `${AT_ONCE_MARK}${chunk.code}`;
      }
    },
  },
});
