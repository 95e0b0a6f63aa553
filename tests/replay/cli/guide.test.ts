import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { taskOf } from '../../../replay/cli/task.ts';
import { root } from '../../architecture/sources.ts';

const GUIDE = readFileSync(join(root, 'docs', 'recordings.md'), 'utf8');

/** The commands of the guide, in blocks and in sentences, without what a shell does. */
const COMMANDS = [
  ...[...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n')),
  ...[...GUIDE.matchAll(/`(replay [^`]*)`/g)].map(([, command = '']) => command),
]
  .map((line) => line.replace(/\s+(#|>).*$/, ''))
  .filter((line) => line.startsWith('replay '));

it('every command of the guide is one that the command line takes', () => {
  expect(COMMANDS.length).toBeGreaterThan(20);
  for (const command of COMMANDS) {
    const args = command.split(/\s+/).slice(1);
    expect(() => taskOf(args.map((arg) => arg.replace(/^'(.*)'$/, '$1'))), command).not.toThrow();
  }
});
