import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compileAhead } from './scripts/bundle/compile-ahead.ts';
import { isFirstRoute } from './scripts/bundle/first-route.ts';
import { preloadTexts } from './scripts/bundle/preload-texts.ts';

/** Makes SharedArrayBuffer available; the exchange sends the same on every answer. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The first route, and what a chart needs to be there. */
const AT_ONCE = ['first', 'TradeScreen', 'Sparkline', 'candle-engine', 'uPlot.esm'];

export default defineConfig({
  plugins: [react(), preloadTexts, compileAhead(AT_ONCE)],
  resolve: {
    // RxJS in classes: what it has for browsers without them is larger and slower.
    conditions: ['es2015', ...defaultClientConditions],
    // A stand-in for what React has itself by now.
    alias: [{ find: 'use-sync-external-store/shim/index.js', replacement: 'react' }],
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: true,
    cssMinify: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for the first route: shared modules in a score of small files compress some 8 % worse.
          groups: [
            {
              debugName: 'first',
              name: (id, graph) => (!id.endsWith('/index.html') && isFirstRoute(id, graph) ? 'first' : null),
            },
            // And one for what several later screens share: each file more is a name in the first one, which tells what a screen needs.
            { name: 'shared', test: /\/(src\/(?!chart)|shared\/)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: { host: '127.0.0.1', headers: isolation },
  preview: { host: '127.0.0.1', headers: isolation },
});
