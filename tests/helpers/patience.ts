// Set up before every test file: a wait for a condition gets long enough for a machine that is busy with other things. It ends as
// soon as the condition holds. Vitest has a setting for `expect.poll` (vitest.config.ts) and none for `vi.waitFor`, whose second
// is too short then: without this each of some 900 calls would have to say so.
import { vi } from 'vitest';

const PATIENCE_MS = 30_000;
const { waitFor, waitUntil } = vi;

type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

/** Files may share a process: the first one has done it for all. */
const DONE = Symbol.for('vi waits patiently');
if (!(DONE in vi))
  Object.assign(vi, {
    [DONE]: true,
    waitFor: (...[callback, options]: Parameters<typeof waitFor>) => waitFor(callback, patient(options)),
    waitUntil: (...[callback, options]: Parameters<typeof waitUntil>) =>
      waitUntil(callback, patient(options)),
  });
