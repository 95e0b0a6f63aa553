import { registerHooks } from 'node:module';

/** Preloaded into a bench run: imports of the worker's decoder get the slow one, which imports the real one. */
const DECODER = /shared\/stream\/frame-decoder\.ts$/;
const slow = new URL('./slow-decoder-module.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return DECODER.test(found.url) && context.parentURL !== slow ? { ...found, url: slow } : found;
  },
});
