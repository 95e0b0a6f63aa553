import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';

/** Preloads the first texts of the default language with the page: the code requests them only after it has started. */
export const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const path = `/src/i18n/locales/${DEFAULT_LANGUAGE}.first.json`;
      return Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(path))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
    },
  },
};
