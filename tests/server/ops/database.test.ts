import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../server/store/store.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { runOps } from '../../helpers/ops.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openHttp } from '../http-fixture.ts';

const ORDER = '/v1/api/forex/submit?type=1&cont=0.1&forex_id=1&status=1&multiple=100';

async function started(settings: Readonly<Record<string, string>> = {}) {
  const http = await openHttp({ DATA_DIR: dataFolder(), LEADERS: '0', DATABASE_URL: '', ...settings });
  return http;
}

describe('the operator’s backups of the database', () => {
  it('are made by a command while the exchange runs, and can be started from', async () => {
    const http = await started();
    const token = await http.enter();
    const placed = await http.ask(`${ORDER}&cid=the-first-order`, { headers: { authorization: token } });
    const file = join(temporaryFolder(), 'copy.db');
    const backup = await runOps(http.dataDir, 'database', 'backup', file, '--json');
    expect([backup.status, backup.err]).toEqual([0, '']);
    expect(JSON.parse(backup.out)).toMatchObject([{ file, accounts: 1, orders: 1 }]);
    const check = await runOps(http.dataDir, 'database', 'check', file);
    expect([check.status, check.err]).toEqual([0, '']);
    expect(check.out).toContain('the file is whole and its books are in order.');

    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    copyFileSync(file, join(dataDir, 'pipstream.db'));
    const restored = await started({ DATA_DIR: dataDir });
    const answer = await restored.ask(`${ORDER}&cid=the-first-order`, { headers: { authorization: token } });
    expect(answer.data).toEqual(placed.data);
    expect(await operatorOf(dataDir).rows('check', 'books')).toEqual([]);
  });

  it('never replace another file', async () => {
    const { dataDir } = await started();
    const file = join(temporaryFolder(), 'mine');
    writeFileSync(file, 'mine');
    const { status, err } = await runOps(dataDir, 'database', 'backup', file);
    expect(status).not.toBe(0);
    expect(err).toMatch(/mine is there already; .+\.\n$/);
  });

  it('that are damaged are reported in a sentence', async () => {
    const { dataDir } = await started();
    const file = join(temporaryFolder(), 'letter');
    writeFileSync(file, 'Dear Sir or Madam, '.repeat(1_000));
    expect(await operatorOf(dataDir).refused('database', 'check', { file })).toBe(
      'The copy is damaged: file is not a database.',
    );
  });

  it('are checked without an exchange: the file is only read', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    await (await openStore({ dataDir })).close();
    const file = join(temporaryFolder(), 'copy.db');
    copyFileSync(join(dataDir, 'pipstream.db'), file);
    chmodSync(file, 0o400);
    const nowhere = join(temporaryFolder(), 'nowhere');
    const { status, out, err } = await runOps(nowhere, 'database', 'check', file);
    expect([status, err]).toEqual([0, 'No exchange is running: the file was only read.\n']);
    expect(out).toContain('the file is whole and its books are in order.');
    expect(readdirSync(dirname(file))).toEqual(['copy.db']);
    expect(existsSync(nowhere)).toBe(false);

    chmodSync(file, 0o600);
    const books = new DatabaseSync(file);
    books.exec("INSERT INTO ledger_accounts VALUES ('house:real:lost', 'real', NULL, NULL, 5)");
    books.close();
    const broken = await runOps(nowhere, 'database', 'check', file, '--json');
    expect([broken.status, JSON.parse(broken.out)]).toEqual([
      1,
      [{ rule: 'balance-is-sum-of-entries', where: 'house:real:lost', amount: 0.000_005 }],
    ]);

    writeFileSync(file, 'Dear Sir or Madam, '.repeat(1_000));
    expect(await runOps(nowhere, 'database', 'check', file)).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/\nThe copy is damaged: file is not a database\.\n$/),
    });
  });

  describe.skipIf(postgresMissing)('of PostgreSQL', () => {
    const postgres = usePostgres();

    it('use its own tools, named in a sentence', async () => {
      const { dataDir } = await started({ DATABASE_URL: await postgres.database() });
      for (const verb of ['backup', 'check'])
        expect(await operatorOf(dataDir).refused('database', verb, { file: '/nowhere/copy.db' })).toMatch(
          /^The data are in PostgreSQL, .+ pg_dump .+ pg_restore .+\(docs\/operating\.md\)\.$/,
        );
    });
  });
});
