import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';

/**
 * Has the browser load with the page what would otherwise be requested a round trip later: the first texts of the default
 * language, and the worker's engine, which is no module of the page.
 */
export const loadEarly: Plugin = {
  name: 'load-early',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      return Object.values(bundle).flatMap((file) => {
        const href = `/${file.fileName}`;
        if (file.type === 'chunk' && file.name === `${DEFAULT_LANGUAGE}.first`)
          return {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href },
            injectTo: 'head' as const,
          };
        if (/^\/assets\/engine-[^/]*\.js$/.test(href))
          return { tag: 'link', attrs: { rel: 'prefetch', href }, injectTo: 'head' as const };
        return [];
      });
    },
  },
};
