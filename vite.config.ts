import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { isAtOnce } from './scripts/bundle/at-once.ts';
import { checkSettings } from './scripts/bundle/check-settings.ts';
import { compileAhead } from './scripts/bundle/compile-ahead.ts';
import { functionNames } from './scripts/bundle/function-names.ts';
import { inlineBoot, inlineStyles } from './scripts/bundle/inline-first.ts';
import { languageFiles } from './scripts/bundle/language-files.ts';
import { loadEarly } from './scripts/bundle/load-early.ts';
import { engineChunk, firstFileAlone } from './scripts/bundle/worker-chunks.ts';

/** The first route, and the code that a chart needs on it. */
const AT_ONCE = ['first', 'TradeScreen', 'ChartPanel', 'Sparkline', 'live-chart', 'uPlot.esm'];

/** The second one is of no page: the server adds it to the page where it may (`server/http/device-results.ts`). */
const ENTRIES = ['index.html', 'src/app/bench/device-bench.ts'];

// Of the page that is built; the development server has none.
process.env['VITE_COMMIT'] ??= '';

export default defineConfig({
  plugins: [
    react(),
    checkSettings,
    languageFiles(),
    loadEarly,
    inlineBoot(import.meta.dirname),
    inlineStyles('first'),
    compileAhead(AT_ONCE),
    functionNames(),
  ],
  resolve: {
    // RxJS as ES2015 classes: its ES5 build is larger and slower.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // The worker of recordings has the calls of later screens in its one file.
  worker: {
    format: 'es',
    plugins: () => [firstFileAlone],
    rolldownOptions: {
      output: { codeSplitting: { groups: [engineChunk] } },
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    cssMinify: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ENTRIES,
      checks: { bundlerTimings: false },
      output: {
        // The first file lists all others: of their names hashes are what cannot be compressed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // One file for the first route: compressed as twenty small files, the modules are about 8 % larger.
          groups: [
            {
              debugName: 'first',
              name: (id, graph) =>
                !id.endsWith('/index.html') && isAtOnce(id, graph, '/index.html') ? 'first' : null,
            },
            // One file for modules that several later screens share: each further file adds a name to the first file,
            // which lists what every screen needs.
            {
              name: 'shared',
              // What outlived its page is asked for after the first screen, or never; what an order and a night cost after the form,
              // what is done with a position after a tap on one; what the app takes of the data is measured then, too.
              test: /\/(src\/(?!chart|(link|state)\/kept-recordings|state\/(data-|nights|reverse)|screens\/(Trade\/ticket\/Impact|shared\/use-(position|order)-))|shared\/(?!bridge\/recording-names|domain\/financing|use-(position|order)-))/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  // Named again: those of the bundle are looked up when the development server starts, with a warning if it ends meanwhile.
  optimizeDeps: { entries: ENTRIES },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
});
