import type { Plugin } from 'vite';

/** Has the browser compile the first route's functions beside the page, as they arrive, not one by one on its first use of each. */
export const compileAhead: Plugin = {
  name: 'compile-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.name === 'first')
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};
