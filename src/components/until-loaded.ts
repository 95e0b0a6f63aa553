import { later } from '../clock.ts';

const RETRY_MS = 3_000;

/** Loads code that the screen works without; what cannot be loaded is asked for again after three seconds. */
export const untilLoaded = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise((resolve) => later(RETRY_MS, () => resolve(untilLoaded(load)))));
