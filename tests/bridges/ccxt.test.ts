import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { ccxt } from './venue-bridge.ts';

it('an error that ccxt leaves behind does not end the process, one of our own does', async ({ skip }) => {
  await ccxt(skip);
  const outcome = (error: string) => {
    const program = `
      import ccxt from 'ccxt';
      import { outliveStrayErrors } from './ccxt.ts';
      outliveStrayErrors();
      Promise.reject(${error});
      setTimeout(() => console.log('alive'), 50);`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      cwd: join(root, 'bridges'),
    });
    return [status, stdout];
  };
  // What `ws` says of a socket that has closed, and what ccxt's calls throw.
  const strays = `new Error('WebSocket is not open: readyState 3 (CLOSED)')); Promise.reject(new ccxt.NetworkError('gone')`;
  expect(outcome(strays)).toEqual([0, 'alive\n']);
  expect(outcome(`new Error('a bug')`)).toEqual([1, '']);
});
