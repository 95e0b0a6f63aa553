import type { Plugin } from 'vite';

/** What React throws to itself: made once, as its module is read in, and known by identity alone. */
const SENTINEL = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g;

/**
 * Makes these without a stack in the built app. While somebody inspects a page, the browser reads all code on the stack of each
 * error anew: more than half of the time in which the first route's code is evaluated. A build whose React has none fails.
 */
export const quietReact: Plugin = {
  name: 'quiet-react',
  apply: 'build',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler(code) {
      const quiet = code.replace(SENTINEL, '$1 = { message: $2 }');
      if (quiet === code)
        this.error('React makes no errors ahead any more: look at scripts/bundle/quiet-react.ts.');
      return { code: quiet, map: null };
    },
  },
};
