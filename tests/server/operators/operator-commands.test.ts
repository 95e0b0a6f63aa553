import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAddress } from '../../../server/ops/channel-file.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import { runCommand } from '../../../server/ops/run-command.ts';
import { runOps } from '../../helpers/ops.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openHttp, startHttp } from '../http-fixture.ts';

/** The command as another user of the machine runs it, who cannot read the folder of the exchange. */
async function asAnn(settings: Readonly<Record<string, string>>, ...words: string[]) {
  const said: string[] = [];
  const status = await runCommand(words, {
    resources: RESOURCES,
    environment: { DATA_DIR: temporaryFolder(), ...settings },
    width: undefined,
    out: (text) => said.push(text),
    err: (sentence) => said.push(sentence),
  });
  return { status, said: said.join('\n') };
}

it('an operator makes a key, is added, and works under the own name, without the folder of the exchange', async () => {
  const http = await openHttp();
  const OPERATOR_KEY = join(temporaryFolder(), 'ann.json');
  const OPERATORS_PORT = String(readAddress(http.dataDir)?.port);
  const made = await asAnn({}, 'operators', 'key', 'ann', OPERATOR_KEY);
  expect(made).toEqual({
    status: 0,
    said: expect.stringMatching(/^npm run ops -- operators add ann [\w-]+$/),
  });
  const addition = made.said.split(' ').slice(4);
  expect((await asAnn({ OPERATOR_KEY, OPERATORS_PORT }, 'instruments')).said).toBe(
    'The exchange does not know this key of ann.',
  );
  expect((await runOps(http.dataDir, ...addition)).status).toBe(0);
  const fee = await asAnn({ OPERATOR_KEY, OPERATORS_PORT }, 'instruments', 'fee', 'EURUSD', '0.001');
  expect(fee.status).toBe(0);
  const { out } = await runOps(http.dataDir, 'log', 'list', '--subject', 'EURUSD');
  expect(out).toMatch(/ ann +instruments +fee +EURUSD +EURUSD +code EURUSD, fee 0\.0005 -> 0\.001 +done$/m);
  expect(JSON.parse((await runOps(http.dataDir, 'log', 'list', '--who', 'ann', '--json')).out)).toMatchObject(
    [
      {
        who: 'ann',
        changed: { before: { code: 'EURUSD', fee: 0.0005 }, after: { code: 'EURUSD', fee: 0.001 } },
      },
    ],
  );
  expect(await asAnn({ OPERATOR_KEY }, 'instruments')).toEqual({
    status: 2,
    said: 'OPERATORS_PORT must name the port of the exchange: its channel file cannot be read.',
  });
  expect((await asAnn({ OPERATOR_KEY: '/nowhere', OPERATORS_PORT }, 'instruments')).status).toBe(2);
  expect((await asAnn({}, 'operators', 'key', 'ann', OPERATOR_KEY)).said).toMatch(/EEXIST/);
  expect((await asAnn({}, 'operators', 'key', 'Ann B', join(temporaryFolder(), 'b'))).status).toBe(1);
});

it('the port of operators is that of the settings, and one that is taken is said in a sentence', async () => {
  const first = await openHttp();
  const taken = readAddress(first.dataDir)?.port ?? 0;
  await expect(startHttp({ OPERATORS_PORT: String(taken) })).rejects.toThrow(
    `Operators can't be listened for at 127.0.0.1:${taken}: listen EADDRINUSE`,
  );
  await first.stop();
  const second = await openHttp({ OPERATORS_PORT: String(taken) });
  expect(readAddress(second.dataDir)?.port).toBe(taken);
});
