import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 discards unused code only after this many collections; before, that code would count as freed memory. */
const COLLECTIONS = 8;

/** Runs a full garbage collection of this process. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Heap and buffer bytes that the result of `make` retains. */
export function bytesOf(make: () => object, collections = COLLECTIONS): number {
  const inUse = () => {
    for (let turn = 0; turn < collections; turn++) collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = inUse();
  const kept = [make()];
  const bytes = inUse() - before;
  // This last use keeps the object from being collected before it is measured.
  return kept.length === 1 ? bytes : Number.NaN;
}
