import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Fits V8's collector to the cores there are; to be called first. On a single core the threads that mark beside the
 * program take turns with it, and hold up prices and orders for longer than if it marked by itself, bit by bit.
 */
export function fitCollector(cores = availableParallelism()): void {
  if (cores === 1) setFlagsFromString('--no-concurrent-marking');
}
