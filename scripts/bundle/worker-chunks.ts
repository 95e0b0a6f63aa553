import type { Plugin } from 'vite';
import { isAtOnce } from './at-once.ts';

const ENTRY = '/worker/main.ts';

/** The worker's code that every start runs, but for its first file: later chunks import from it. */
export const engineChunk = {
  debugName: 'engine',
  name: (id: string, graph: Parameters<typeof isAtOnce>[1]): string | null =>
    !id.endsWith(ENTRY) && isAtOnce(id, graph, ENTRY) ? 'engine' : null,
};

/**
 * Fails the build if a chunk of a worker imports the worker's first file. WebKit (2.50, Safari 26) runs that file a second time
 * then: two engines answer each message, the second one with an error.
 */
export const firstFileAlone: Plugin = {
  name: 'first-file-alone',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const name of [...file.imports, ...file.dynamicImports]) {
        const imported = bundle[name];
        if (imported !== file && imported?.type === 'chunk' && imported.isEntry)
          this.error(
            `${file.fileName} imports ${name}, the first file of a worker, which WebKit would run twice.`,
          );
      }
    }
  },
};
