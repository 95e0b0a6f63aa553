let running: Worker | undefined;

/** Starts the page's only worker, in place of an earlier one. The variable keeps it from being collected. */
export function spawnWorker(): Worker {
  running?.terminate();
  running = new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name: 'engine' });
  return running;
}
