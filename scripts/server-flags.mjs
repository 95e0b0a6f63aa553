// The flags with which Node runs the server; most of them cannot be changed while it runs.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './node.mjs';

/** What V8 must leave out so that it does not end a process with several threads (see `serverFlags`). */
export const STEADY_V8 = ['--no-memory-protection-keys', '--wasm-wrapper-tiering-budget=2000000000'];

/**
 * Node's flags for the server: garbage collection delays orders and prices by a few milliseconds at most.
 * - A young generation of 4 MB: more collections, each of about 1 ms instead of up to 20 ms after a thousand clients connect.
 * - No collection of the old generation below 256 MB, and none because the market is quiet: such a collection also discards
 *   compiled code.
 * - No memory protection keys for compiled code: with other threads running, as during a backup, V8 has ended the process
 *   with "Check failed: jit_page.has_value()" (seen once; nodejs/node#64500 reports more).
 * - Wrappers of WebAssembly, by which Node strips types, are never compiled again: two threads that start together have ended
 *   the process with SIGSEGV in `Runtime_TierUpWasmToJSWrapper` (seen in 2 of 84 runs of a test that starts the threads of the server).
 * - On a single core no helper threads: each of V8's four would compete with the program for the core.
 * @param cores number of cores that the server may use
 */
export const serverFlags = (cores = availableParallelism()) => [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--initial-old-space-size=256',
  '--no-memory-reducer',
  ...STEADY_V8,
  ...(cores === 1 ? ['--v8-pool-size=1', '--no-concurrent-marking', '--no-parallel-scavenge'] : []),
];

/** Besides the flags: Node's compile cache, so that the next start need not strip types and compile again. */
export const serverEnvironment = () => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
});
