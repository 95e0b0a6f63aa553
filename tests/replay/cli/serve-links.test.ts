import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveApp } from '../../../replay/cli/app-server.ts';
import { UsageError } from '../../../replay/cli/exit.ts';
import { listening } from '../../../replay/cli/listening.ts';
import { bytesOf } from '../../../replay/cli/recording-files.ts';
import { taskOf } from '../../../replay/cli/task.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { place, replay } from './command.ts';

it('a link serves the app and the recording, and nothing above their folders', async () => {
  const dist = join(temporaryFolder(), 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), 'the app');
  writeFileSync(join(dist, '..', 'secret'), 'secret');
  const file = place('a report', 'r 1.zip');
  const app = await serveApp(dist, { files: new Map([['/files/r%201.zip', () => bytesOf(file)]]) });
  onTestFinished(app.close);
  const read = async (path: string) => {
    const answer = await fetch(`${app.url}${path}`);
    return [answer.status, await answer.text()];
  };
  expect(await read('/?replay=/files/r%201.zip')).toEqual([200, 'the app']);
  expect(await read('/files/r%201.zip')).toEqual([200, 'a report']);
  expect(await read('/files/other.zip')).toEqual([404, '']);
  expect(await read('/..%2Fsecret')).toEqual([404, '']);
  await expect(read('/%E0%A4%A')).rejects.toThrow();
  expect(await read('/')).toEqual([200, 'the app']);
});

it('a taken port is named, and no crash', async () => {
  const [first, second] = [createServer(), createServer()];
  onTestFinished(() => void first.close());
  await listening(first, 0);
  const address = first.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await expect(listening(second, address.port)).rejects.toEqual(
    new UsageError(`Port ${address.port} is taken.`),
  );
});

it('takes a moment as the other commands do, and refuses what is no recording', async () => {
  expect(taskOf(['link', 'a.zip', '--at', '1:20.5', '--port', '8123'])).toEqual({
    kind: 'link',
    file: 'a.zip',
    atMs: 80_500,
    port: 8123,
  });
  expect(() => taskOf(['link', 'a.zip', '--port', '70000'])).toThrow('--port wants a port');
  expect(await replay(['link', place('{}\n')])).toMatchObject({ status: 2 });
});

it.each([
  ['foo a.jsonl', /^foo is no command; there are import, cut, .*link\.\n/],
  ['foo', /^foo is no command; there are import, /],
  ['frmaes a.jsonl', /Did you mean frames\?\n/],
  ['annonymise a.jsonl', /Did you mean anonymise\?\n/],
  ['a.jsonl --digset', /^--digset is no option\. Did you mean --digest\?\n/],
  ['a.jsonl', /--change, --drop or --delay; or import, cut, /],
  ['a.jsonl --state --search gap', /^--search does nothing here: --help says what it goes with\.\n/],
  ['a.jsonl --digest --html page.html', /^--html does nothing here/],
  ['frames a.jsonl --until 5000', /^--until does nothing here/],
  ['a.jsonl b.jsonl --state', /^One recording at a time: what is b\.jsonl\?\n/],
])('%s is refused with what there is', async (line, sentence) => {
  expect(await replay(line.split(' '))).toMatchObject({ status: 1, said: expect.stringMatching(sentence) });
});
