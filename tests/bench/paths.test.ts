import { expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { expectPaths } from '../../bench/paths.ts';

// That nothing is measured before this, and the exit status, are tested with the process (run.test.ts).
it.each([
  [['engine', '--junit', '/nowhere/a.xml'], '--junit: /nowhere is not there'],
  [['engine', '--junit', '/proc/a.xml'], '--junit: /proc is not there, or cannot be written'],
  [['engine', '--junit', 'bench'], '--junit: bench is not there, or cannot be written'],
  // Node would try endlessly to make this folder.
  [['engine', '--profile', '/proc/x'], '--profile: /proc/x is not there, or cannot be written'],
  [['engine', '--profile', 'package.json/x'], '--profile: package.json/x is not there, or cannot be written'],
])('refuses the paths of %j with a sentence', (args, sentence) => {
  const options = readOptions(args, ['list', 'engine']);
  if (options === undefined) throw new Error('read as --help');
  expect(() => expectPaths(options)).toThrow(sentence);
});
