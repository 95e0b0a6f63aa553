import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { root } from '../../tests/architecture/sources.ts';
import { SPANS_VARIABLE } from './cpu-profile.ts';

/** Where the way of a tick is measured in a bench build: the file, and the expression that a span encloses. */
export const SPANS = [
  { span: 'decode', file: 'worker/streams/inbox.ts', code: 'decode(data)' },
  { span: 'fold', file: 'worker/streams/quotes.ts', code: 'table.apply(frame.rows, ts)' },
  { span: 'derive', file: 'worker/streams/frames.ts', code: 'book?.update(dirty.values())' },
  { span: 'cross', file: 'worker/bridge/publish.ts', code: 'port1.postMessage(message, transfer)' },
  { span: 'paint', file: 'src/link/frame-feed.ts', code: 'apply(frame)' },
] as const;

/** For a trace by hand it is an entry of the performance timeline, for the bench a sum of ms by name. */
const MEASURE = `const __span = (name, run) => {
  const start = performance.now();
  try { return run(); } finally {
    performance.measure(name, { start });
    performance.clearMeasures(name);
    const sums = (globalThis.${SPANS_VARIABLE} ??= {});
    sums[name] = (sums[name] ?? 0) + performance.now() - start;
  }
};\n`;

/** Puts the spans around their expressions. An older version may lack some. */
export const spans = (): Plugin => ({
  name: 'bench-spans',
  enforce: 'pre',
  transform(text, id) {
    const found = SPANS.find(({ file }) => id.split('?')[0]?.endsWith(`/${file}`));
    return found === undefined ? undefined : withSpan(text, found);
  },
});

export function withSpan(text: string, { span, code }: (typeof SPANS)[number]): string | undefined {
  // Its last use is the call; an earlier one is a declaration.
  const at = text.lastIndexOf(code);
  if (at < 0) return undefined;
  const call = `__span('${span}', () => ${code})`;
  return `${MEASURE}${text.slice(0, at)}${call}${text.slice(at + code.length)}`;
}

/** Builds the app with source maps, the names of its own functions and spans into `dist/`, in place of the usual build. */
export async function buildForBench(): Promise<void> {
  const { default: usual }: { readonly default: UserConfig } = await import(
    pathToFileURL(join(root, 'vite.config.ts')).href
  );
  const { build } = await import('vite');
  await build({
    ...usual,
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [spans(), ...(usual.plugins ?? [])],
    worker: { ...usual.worker, plugins: () => [spans()] },
    build: { ...usual.build, sourcemap: true, minify: false },
  });
}
