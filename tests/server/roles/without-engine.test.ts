import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printFigure } from '../../../bench/cluster/print-figure.ts';
import { freePort } from '../../../bench/rig/waiting.ts';
import { root } from '../../architecture/sources.ts';
import { exchangeOf, PATIENT } from '../../helpers/parts.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const ROLES = ['gateway', 'dealer', 'feed'] as const;
const NOBODY = 'nats://127.0.0.1:1';
const COMPLAINT = /NATS_URL: no broker answers at 127\.0\.0\.1:1/g;

/** Copies the program, without what was built of the app. @returns the path of `npm start` */
function unbuilt(): string {
  const copy = temporaryFolder();
  for (const part of ['scripts', 'server', 'shared', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return join(copy, 'scripts', 'run.mjs');
}

describe('a role without its engine', () => {
  const seconds: number[] = [];
  afterAll(async () => {
    const slowest = Math.max(...seconds);
    const text = `status 1 after ${slowest.toFixed(1)} s at most`;
    if (seconds.length === ROLES.length)
      await printFigure({ id: 'S2', part: '1', text, isMet: slowest <= 5 });
  });

  it.each(ROLES)(
    '(%s) ends with a sentence that names the setting, and builds nothing before',
    async (role) => {
      const child = spawn(process.execPath, [unbuilt(), 'start', `--role=${role}`], {
        cwd: temporaryFolder(),
        env: { PATH: process.env['PATH'] ?? '', DATA_DIR: temporaryFolder() },
      });
      const from = performance.now();
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      const [status] = await once(child, 'close');
      expect(status).toBe(1);
      expect(said.trim().split('\n')).toEqual([expect.stringContaining('DATABASE_URL')]);
      seconds.push((performance.now() - from) / 1_000);
    },
  );

  it.each(['dealer', 'feed'])('(%s) needs no built app', (role) => {
    const { stdout, stderr } = spawnSync(process.execPath, [unbuilt(), 'start', '--check'], {
      encoding: 'utf8',
      cwd: temporaryFolder(),
      env: {
        ROLE: role,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        NATS_URL: NOBODY,
        KEYS_DIR: temporaryFolder(),
        SHARED_DIR: temporaryFolder(),
      },
    });
    expect([stdout, stderr]).toEqual(['serves no app\n', '']);
  });

  it.each(ROLES)(
    '(%s) answers 503 while no broker is there, and says so again and again',
    async (role) => {
      const port = await freePort();
      const start = exchangeOf('postgres://nobody@127.0.0.1:1/none', NOBODY, { PORT: String(port) });
      const { said } = start(role);
      const health = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ status }) => status,
          () => undefined,
        );
      await expect.poll(health, PATIENT).toBe(503);
      await expect.poll(() => said().match(COMPLAINT)?.length ?? 0, PATIENT).toBeGreaterThan(1);
      expect(await health()).toBe(503);
      if (role === 'dealer')
        await printFigure({ id: 'S2', part: '2', text: '503, and a sentence twice', isMet: true });
    },
    180_000,
  );
});
