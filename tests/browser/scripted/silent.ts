import { startAppState } from '../../../src/state/app-state.ts';

/** Starts the page's state with a worker that never answers, for tests that write the signals themselves. */
export function startSilent(): void {
  startAppState(() => new Worker(URL.createObjectURL(new Blob([]))));
}
