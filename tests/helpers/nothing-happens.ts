/**
 * Waits for real time in which nothing may happen: that something stays away has no condition to wait for. A slow machine can
 * only make such a test pass too easily, never fail.
 */
export const nothingHappensFor = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
