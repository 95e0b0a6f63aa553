import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { trimUplot } from './scripts/trim-uplot.ts';

/** Makes SharedArrayBuffer available; the exchange sends the same on every answer. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether the entry reaches a module by static imports alone: what every first visit runs. */
function isFirstRoute(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (info === null || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => isFirstRoute(importer, graph, seen));
}

/** The texts' code is asked for by the page's code: named in the page, it comes beside it instead of after it. */
const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const texts = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/i18n/i18n.ts'),
      );
      const files = texts?.type === 'chunk' ? [texts.fileName, ...texts.imports] : [];
      return files
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
    },
  },
};

export default defineConfig({
  plugins: [react(), preloadTexts, trimUplot],
  // A stand-in for what React has itself by now.
  resolve: { alias: [{ find: 'use-sync-external-store/shim/index.js', replacement: 'react' }] },
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
              name: (id, graph) =>
                !id.endsWith('/src/main.tsx') && !id.endsWith('/index.html') && isFirstRoute(id, graph)
                  ? 'first'
                  : null,
            },
          ],
        },
      },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: { host: '127.0.0.1', headers: isolation },
  preview: { host: '127.0.0.1', headers: isolation },
});
