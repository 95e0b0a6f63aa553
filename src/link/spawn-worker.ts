let running: Worker | undefined;

/**
 * Starts the page's only worker and ends an earlier one. Its engine talks to the exchange, or plays a recording.
 * The variable keeps it from being collected.
 */
export function spawnWorker(behind: 'exchange' | 'recording'): Worker {
  running?.terminate();
  // Each URL is written out, since the build searches for this form.
  running =
    behind === 'exchange'
      ? new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name: 'engine' })
      : new Worker(new URL('../../replay/play/entry.ts', import.meta.url), {
          type: 'module',
          name: 'engine',
        });
  return running;
}
