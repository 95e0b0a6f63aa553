import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';

/** The first texts are asked for by the page's code: those of a first visit, named in the page, come beside it instead of after it. */
export const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const path = `/src/i18n/locales/${DEFAULT_LANGUAGE}/index.ts`;
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
