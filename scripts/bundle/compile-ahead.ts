import type { Plugin } from 'vite';

/**
 * Has the browser compile all functions of a chunk beside the page, as they arrive, not one by one on their first use.
 * @param chunks by name, such as are run in nearly all their parts as soon as they are there; a build without one of them fails
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
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
});
