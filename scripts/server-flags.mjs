// How Node runs the server; most of it can't be said once it runs.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './node.mjs';

/**
 * Node's flags for the server: V8 collects so that orders and prices wait for a few milliseconds at most.
 * - Young objects in 4 MB: more collections, each of some 1 ms instead of up to 20 after a thousand clients came.
 * - Old ones not before there are 256 MB, and not because the market is quiet: such a collection also throws away compiled code.
 * - No keys for the memory of compiled code: with threads about, as when a copy of the data is made, V8 has ended the process by
 *   "Check failed: jit_page.has_value()" (seen once; nodejs/node#64500 has others).
 * - On a single core no threads beside: each of V8's four would have its turn as the program has.
 * @param cores that the server may use
 */
export const serverFlags = (cores = availableParallelism()) => [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--initial-old-space-size=256',
  '--no-memory-reducer',
  '--no-memory-protection-keys',
  ...(cores === 1 ? ['--v8-pool-size=1', '--no-concurrent-marking', '--no-parallel-scavenge'] : []),
];

/** Beside the flags: what Node compiled is kept, so that the next start need not strip types and compile once more. */
export const serverEnvironment = () => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
});
