import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { languageFiles } from './scripts/bundle/language-files.ts';
import { STEADY_V8 } from './scripts/server-flags.mjs';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { timesReporter } from './scripts/testing/times-reporter.ts';

const chromium = process.env['PIPSTREAM_CHROMIUM'];
/** A folder for Vite's cache: two that start together cannot share one. */
const cacheDir = process.env['PIPSTREAM_TEST_CACHE'];
/** Where `scripts/test.mjs` reads what came of a run. */
const report = process.env['PIPSTREAM_TEST_REPORT'];
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What `npm test` leaves to `npm run verify`. */
const leftOut = process.env['PIPSTREAM_TEST_LEFT_OUT']?.split('\n') ?? [];

/** A wait for a condition ends as soon as it holds; that it lasts long is no fault of the product's. */
const PATIENT = {
  setupFiles: ['tests/helpers/patience.ts', 'tests/helpers/say-skipped.ts'],
  expect: { poll: { timeout: 30_000 } },
};

/** Tests in Node, at most one file a core: most of them wait for disks, sockets or child processes. */
const IN_NODE = {
  ...PATIENT,
  // As the server runs: tests start its threads in their own process.
  execArgv: STEADY_V8,
  testTimeout: 180_000,
  hookTimeout: 120_000,
  maxWorkers: '100%',
};

export default defineConfig({
  plugins: [react(), languageFiles()],
  worker: { format: 'es' },
  // A run changes no file: each test file's page takes the modules from the browser's cache.
  server: { headers: { 'Cache-Control': 'max-age=3600' } },
  ...(cacheDir === undefined ? {} : { cacheDir }),
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  test: {
    reporters:
      report === undefined
        ? ['default']
        : ['default', ['json', { outputFile: report }], timesReporter(`${report}.times`)],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...IN_NODE,
          globalSetup: ['tests/helpers/shared-engines.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/e2e/**', 'tests/src/**', ...leftOut],
          // Files share a process and its modules, one after the other: to load them took a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node-page',
          ...IN_NODE,
          include: ['tests/src/**/*.test.ts'],
          // Modules of the page keep their state as long as it lives: each file has its own.
        },
      },
      {
        extends: true,
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            '@preact/signals-react',
            '@preact/signals-react/runtime',
            'comlink',
            'rxjs',
            'wouter',
            'i18next',
            'uplot',
            'ky',
            'uqr',
            'dompurify',
          ],
        },
        test: {
          name: 'browser',
          ...PATIENT,
          setupFiles: [
            ...PATIENT.setupFiles,
            'tests/helpers/empty-storage.ts',
            'tests/helpers/taps-answer-first.ts',
          ],
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/helpers/digests-of-node.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: flags, ...(chromium === undefined ? {} : { executablePath: chromium }) },
            }),
            viewport: { width: 390, height: 844 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...PATIENT,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: leftOut,
          isolate: false,
          // A template of the database for all exchanges, then what the files share.
          globalSetup: ['tests/helpers/shared-engines.ts', 'tests/e2e/shared-scene.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // While one file waits for its page, the other one works; more disturb each other.
          maxWorkers: 2,
        },
      },
    ],
  },
});
