import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../architecture/sources.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Whether a server started with these arguments and settings has the console. */
async function consoleOf(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const folder = temporaryFolder();
  const tape = join(folder, 'tape.csv');
  writeFileSync(tape, 'ts_ms,bid,ask\n1767000000000,1.1,1.2\n');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: folder,
    env: {
      ...bareEnvironment(),
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      FEED: `ticks:EURUSD=${tape}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    if (out.includes(' ready at ')) break;
  }
  const operator = operatorOf(join(folder, 'data'));
  const isThere = await operator.rows('faults', 'list').then(
    () => true,
    () => false,
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  return isThere;
}

it.each([
  ['for development has a console', {}, true],
  ['for development with FAULTS=off has none', { FAULTS: 'off' }, false],
])(
  'an exchange started %s',
  async (_, settings, isThere) => {
    const main = join(root, 'server', 'main.ts');
    expect(await consoleOf([main, '--sources'], settings)).toBe(isThere);
  },
  60_000,
);

it.each([
  ['has no console', {}, false],
  ['has one with FAULTS=on', { FAULTS: 'on' }, true],
])(
  'an exchange that serves the built app %s',
  async (_, settings, isThere) => {
    const dist = temporaryFolder();
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Pipstream</title>');
    const [config, start, web] = [
      join(root, 'server', 'config', 'config.ts'),
      join(root, 'server', 'start.ts'),
      dist,
    ];
    const program = join(temporaryFolder(), 'serve.mjs');
    writeFileSync(
      program,
      `import { parseConfig } from ${JSON.stringify(config)};
     import { startServer } from ${JSON.stringify(start)};
     const web = { kind: 'built', dir: ${JSON.stringify(web)} };
     const server = await startServer(parseConfig(process.env).value, { web });
     process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
     console.log('It is ready at ' + server.url);`,
    );
    expect(await consoleOf([program], settings)).toBe(isThere);
  },
  60_000,
);
