import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startReceiver, TOKEN } from './receiver.ts';

interface Run {
  readonly child: ChildProcess;
  readonly folder: string;
  printed(): string;
  /** Its exit status. */
  readonly ended: Promise<number | null>;
}

/** `npm run bridge -- …` in a folder of its own, with `ticks.csv` and `.env` there. */
function bridge(args: readonly string[], env: Readonly<Record<string, string>> = {}, dotEnv?: string): Run {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ticks.csv'), 'time,code,bid,ask\n1790000000000,EURUSD,1.1,1.2\n');
  if (dotEnv !== undefined) writeFileSync(join(folder, '.env'), dotEnv);
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'bridge', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, folder, ended, printed: () => printed };
}

it('plays a file, says what became of it, and never the token', async () => {
  const receiver = await startReceiver({});
  const run = bridge(['csv', 'ticks.csv', '--to', receiver.url], { FEED_TOKEN: TOKEN });
  await expect.poll(() => receiver.ticks.length).toBe(1);
  receiver.send({ refused: { old: 1 } });
  expect(await run.ended).toBe(0);
  expect(receiver.ticks).toEqual([['EURUSD', '1.1', '1.2', 1_790_000_000_000]]);
  expect(run.printed()).toMatch(
    /^\S+Z ticks\.csv: exchange: connected as csv, 1 instruments\n\S+Z ticks\.csv: 1 ticks sent \(the last [\d.]+ s ago\); reconnects: source 0, exchange 0; refused: 1 old\n$/,
  );
});

it('follows a file until it is ended, with the token of a file or of .env', async () => {
  const receiver = await startReceiver({});
  const args = ['csv', 'ticks.csv', '--follow', '--source', 'b', '--to', receiver.url];
  const run = bridge(args, {}, `FEED_TOKEN=a:other,b:${TOKEN}\n`);
  await expect.poll(() => receiver.ticks.length).toBe(1);
  appendFileSync(join(run.folder, 'ticks.csv'), '1790000000001,EURUSD,1.3,1.4\n');
  await expect.poll(() => receiver.ticks.length).toBe(2);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.printed()).toContain('2 ticks sent');
  expect(receiver.sources).toEqual(['b']);
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, `${TOKEN}\n`);
  const other = bridge(['csv', 'ticks.csv', '--token-file', file, '--to', receiver.url]);
  expect(await other.ended).toBe(0);
  expect(receiver.sources).toEqual(['b', 'csv']);
  expect(run.printed() + other.printed()).not.toContain(TOKEN);
});

it('stops with a sentence: without a token, with a wrong one, at a line that cannot be read', async () => {
  const receiver = await startReceiver({});
  const none = bridge(['csv', 'ticks.csv', '--to', receiver.url]);
  expect(await none.ended).toBe(2);
  expect(none.printed()).toBe('There is no token: set FEED_TOKEN, or name a file by --token-file.\n');
  const wrong = bridge(['csv', 'ticks.csv', '--to', receiver.url], { FEED_TOKEN: 'x'.repeat(40) });
  expect(await wrong.ended).toBe(1);
  expect(wrong.printed()).toContain(
    'The exchange does not take the source csv: its token or its name is wrong.\n',
  );
  expect(wrong.printed()).not.toContain('xxx');
  const damaged = bridge(['csv', 'ticks.csv', '--map', 'EURUSD=EURUSD', '--to', receiver.url], {
    FEED_TOKEN: TOKEN,
  });
  appendFileSync(join(damaged.folder, 'ticks.csv'), 'x,EURUSD,1,2\n');
  expect(await damaged.ended).toBe(1);
  expect(damaged.printed()).toContain('ticks.csv, line 3: "x" is no time');
});
