import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Code that nobody runs goes with the last of so many collections, and would be taken for what was let go. */
const COLLECTIONS = 8;

/** Collects all garbage of this process now. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Heap and buffers that what `make` gives holds on to. */
export function bytesOf(make: () => object, collections = COLLECTIONS): number {
  const inUse = () => {
    for (let turn = 0; turn < collections; turn++) collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = inUse();
  const kept = [make()];
  const bytes = inUse() - before;
  // Without this last use it might be collected before it is weighed.
  return kept.length === 1 ? bytes : Number.NaN;
}
