import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const BOOT = 'src/boot.js';
const TAG = `<script src="/${BOOT}"></script>`;

/**
 * Puts the script of `src/boot.js` into the page itself: as a file it costs the first paint a round trip. The server's
 * policy admits it by its digest.
 */
export const inlineBoot = (root: string): Plugin => ({
  name: 'inline-boot',
  transformIndexHtml: {
    order: 'pre',
    async handler(page) {
      const { code, errors } = await minify(BOOT, readFileSync(join(root, BOOT), 'utf8'));
      if (errors[0] !== undefined) throw new Error(`${BOOT}: ${errors[0].message}`);
      if (!page.includes(TAG)) throw new Error(`The page has no ${TAG}.`);
      return page.replace(TAG, () => `<script>${code}</script>`);
    },
  },
});

/**
 * Puts the styles of a chunk into the built page, for the same reason, and takes their file out of the build.
 * @param name of the chunk, whose styles must not name other files; a bundle without it stays as it is
 */
export function inlineStyles(name: string): Plugin {
  const sheets: string[] = [];
  return {
    name: 'inline-styles',
    apply: 'build',
    generateBundle: {
      // Before Vite writes down which styles the page and each chunk need.
      order: 'pre',
      handler(_options, bundle) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
        if (chunk?.type !== 'chunk') return;
        const files = chunk.viteMetadata?.importedCss ?? new Set();
        for (const file of files) {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') return this.error(`The build has no ${file}.`);
          sheets.push(sheet.source.toString());
          delete bundle[file];
        }
        files.clear();
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => sheets.map((children) => ({ tag: 'style', children, injectTo: 'head' })),
    },
  };
}
