let running: Worker | undefined;

/**
 * Starts the page's only worker, in place of an earlier one: behind its engine is the exchange, or a recording. The
 * variable keeps it from being collected.
 */
export function spawnWorker(behind: 'exchange' | 'recording'): Worker {
  running?.terminate();
  // Each address stands in whole, since the build looks for such a line.
  running =
    behind === 'exchange'
      ? new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name: 'engine' })
      : new Worker(new URL('../../replay/play/entry.ts', import.meta.url), {
          type: 'module',
          name: 'engine',
        });
  return running;
}
