import { expect, it } from 'vitest';
import { headerLine } from '../../../replay/format/format.ts';
import { place, replay } from './command.ts';

it.each([
  ['shots', ['--out', 'x', '--at', 'soon'], '--at wants a number that is not below zero, not soon.'],
  ['shots', [], 'Name the file to write: --out FILE.'],
  [
    'shots',
    ['--out', 'x', '--screen', '/nowhere'],
    '--screen wants a path of the app such as /trade?id=1, not /nowhere.',
  ],
  ['shots', ['--out', 'x', '--viewport', 'big'], '--viewport wants a size such as 360x740, not big.'],
  ['shots', ['--out', 'x', '--theme', 'blue'], '--theme wants dark or light, not blue.'],
  ['shots', ['--out', 'x', '--lang', 'xx'], '--lang wants one of '],
  ['shots', ['--out', 'x'], 'has no marks: name moments in ms or as 1:23.4'],
  ['film', ['--out', 'x.mp4'], 'Name the film to write: --out FILE.webm.'],
  [
    'film',
    ['--out', 'x.webm', '--speed', '3'],
    '--speed wants one of 0.25, 0.5, 1, 2, 5, 10, 25, 100, not 3.',
  ],
])('%s %j is refused with a sentence', async (tool, args, sentence) => {
  const { status, said } = await replay([tool, place(`${headerLine(0, '1')}\n`), ...args]);
  expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
});

it('shots into a folder that cannot be made end at once', async () => {
  const file = place(`${headerLine(0, '1')}\n{"at":5,"kind":"open"}\n`);
  const { status, said } = await replay(['shots', file, '--at', '1', '--out', '/proc/x']);
  expect([status, said]).toEqual([1, expect.stringMatching(/^The folder \/proc(\/x)? cannot be made/)]);
});
