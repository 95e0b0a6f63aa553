import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage of this process now. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Heap and buffers that what `make` gives holds on to. */
export function bytesOf(make: () => object): number {
  const inUse = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = inUse();
  const kept = [make()];
  const bytes = inUse() - before;
  // Without this last use it might be collected before it is weighed.
  return kept.length === 1 ? bytes : Number.NaN;
}
