// Set up before every test file: a test that skips itself says why, which the default reporter does not.
import { afterEach } from 'vitest';

afterEach(({ task }) => {
  // In the result, but not in its type.
  const why: unknown = Object(task.result).note;
  if (typeof why === 'string') console.warn(`Skipped: ${why}.`);
});
