import type { Plugin } from 'vite';

/** The texts' code is asked for by the page's code: named in the page, it comes beside it instead of after it. */
export const preloadTexts: Plugin = {
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
