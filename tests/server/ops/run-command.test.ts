import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestSteps } from '../../../server/operators/operator-steps.ts';
import { openStore } from '../../../server/store/store.ts';
import { runOps, runOpsByNpm } from '../../helpers/ops.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { type HttpFixture, startHttp } from '../http-fixture.ts';

let dataDir: string;
let http: HttpFixture;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pipstream-'));
  http = await startHttp({ DATA_DIR: dataDir });
  await http.enter();
});
afterAll(async () => {
  // The check of the books after a start may fall into the time in which a test has changed them.
  expect(http.faults.filter((one) => !String(one).startsWith('The books are not in order'))).toEqual([]);
  await http.stop();
  expect(existsSync(join(dataDir, 'operator.json'))).toBe(false);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Changes the books directly in the database. */
function damage(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, 'pipstream.db'), { timeout: 5_000 });
  database.exec(sql);
  database.close();
}

const STEAL = "UPDATE ledger_accounts SET balance = balance - 2500000 WHERE id LIKE 'balance:%'";
const GIVE_BACK = "UPDATE ledger_accounts SET balance = balance + 2500000 WHERE id LIKE 'balance:%'";
const BROKEN = {
  rule: 'balance-is-sum-of-entries',
  means: 'every balance is the sum of its entries',
  where: expect.stringMatching(/^balance:/),
  amount: -2.5,
};

describe('the operator at a running exchange', () => {
  it('finds the books in order', async () => {
    const { status, out, err } = await runOps(dataDir, 'check');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^The books are in order: .+: [\d:TZ.-]{24},postings:\d+:.{43},events:\d+:.{43},steps:\d+:.{43}\n$/,
    );
    const line = out.trim().split(' ').at(-1) ?? '';
    const again = await runOps(dataDir, 'check', '--against', line);
    expect([again.status, again.out]).toEqual([
      0,
      expect.stringContaining('the books are those that were noted'),
    ]);
    const other = await runOps(
      dataDir,
      'check',
      '--against',
      line.replace(/postings:(\d+):./, 'postings:$1:_'),
    );
    expect([other.status, other.out]).toEqual([
      1,
      expect.stringMatching(/noted-state .*postings: one of the first/),
    ]);
  });

  it('sees where the books are wrong, also by the exit status', async () => {
    damage(dataDir, STEAL);
    const told = await runOps(dataDir, 'check');
    const read = await runOps(dataDir, 'check', '--json');
    damage(dataDir, GIVE_BACK);
    expect([told.status, told.err]).toEqual([1, '']);
    expect(told.out).toMatch(
      /balance-is-sum-of-entries .* balance:\d+ +-2\.5\n\nBreaks of the books: 1\.\n$/,
    );
    expect([read.status, read.err]).toEqual([1, '']);
    expect(JSON.parse(read.out)).toEqual([BROKEN]);
  });

  it('gets only JSON through npm', async () => {
    await runOps(dataDir, 'check');
    const { status, out, err } = await runOpsByNpm(dataDir, 'log', 'list', '--limit', '1', '--json');
    expect([status, err]).toEqual([0, '']);
    const [row] = JSON.parse(out);
    expect(row).toMatchObject({ who: userInfo().username, resource: 'log', verb: 'list', outcome: 'begun' });
  });

  it('reads a table', async () => {
    const { status, out } = await runOps(dataDir, 'log', 'list', 'check', '1');
    expect(status).toBe(0);
    expect(out.split('\n')[0]).toMatch(/^ *seq +at +who +resource +verb +subject +detail +changed +outcome$/);
    expect(out.split('\n')).toHaveLength(4);
  });

  it('is refused in one sentence', async () => {
    const { status, out, err } = await runOps(dataDir, 'log', 'list', '--limit', '0');
    expect([status, out, err]).toEqual([1, '', 'limit is a whole number from 1 to 10000.\n']);
  });
});

describe('the operator without an exchange', () => {
  it.each([[], ['--help']])('gets the list of commands from %j', async (...words: string[]) => {
    const { status, out, err } = await runOps(temporaryFolder(), ...words);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^npm run ops -- <resource> <verb> /);
    expect(out).toMatch(/^check +\S.*\n {2}books +\S/m);
  });

  it('gets the verbs of a resource and the values of a verb', async () => {
    const resource = await runOps(temporaryFolder(), 'log', '--help');
    expect([resource.status, resource.out]).toEqual([
      0,
      expect.stringMatching(/^ {2}log list \[resource\] \[limit\] \[who\] \[subject\] {2}/m),
    ]);
    const verb = await runOps(temporaryFolder(), 'log', 'list', '--help');
    expect([verb.status, verb.out]).toEqual([0, expect.stringMatching(/^ {2}limit {2}.*\(optional\)$/m)]);
  });

  it.each([
    [['lgo'], 'There is no resource "lgo". Did you mean log? npm run ops lists all commands.\n'],
    [['log', 'lsit'], 'log has no verb "lsit". Did you mean list? npm run ops lists all commands.\n'],
    [['check', 'books', 'x'], 'against is a line as the check of the books prints it, copied whole.\n'],
    [['check', 'books', 'x', 'y'], '"y" is one value too many. npm run ops lists all commands.\n'],
  ])('gets an error for the wrong usage %j', async (words, sentence) => {
    expect(await runOps(temporaryFolder(), ...words)).toEqual({ status: 2, out: '', err: sentence });
  });

  it('gets the sentence and the exit status through npm', async () => {
    expect(await runOpsByNpm(temporaryFolder(), 'check', 'books', 'x', 'y')).toEqual({
      status: 2,
      out: '',
      err: '"y" is one value too many. npm run ops lists all commands.\n',
    });
  });

  it('gets an error if no exchange is running', async () => {
    const folder = temporaryFolder();
    expect(await runOps(folder, 'log', 'list', '--json')).toEqual({
      status: 3,
      out: '',
      err: `No exchange is ready on the data folder ${folder}: it is not running, or just starting.\n`,
    });
  });
});

describe('the check without an exchange', () => {
  it('opens the database itself, says so, and finds inconsistencies', async () => {
    const folder = temporaryFolder();
    const alone = await startHttp({ DATA_DIR: folder });
    await alone.enter();
    await alone.stop();
    const well = await runOps(folder, 'check');
    expect(well).toMatchObject({
      status: 0,
      err: expect.stringContaining('the database was opened for this check'),
    });
    damage(folder, STEAL);
    const broken = await runOps(folder, 'check', '--json');
    expect([broken.status, JSON.parse(broken.out)]).toEqual([1, [BROKEN]]);
    const store = await openStore({ dataDir: folder });
    const steps = await latestSteps(store.read, 9);
    await store.close();
    expect(steps.map(({ resource, outcome }) => [resource, outcome])).toEqual([
      ['check', 'done'],
      ['check', 'done'],
    ]);
  });

  it('does not touch a data folder held by another process', async () => {
    const folder = temporaryFolder();
    const store = await openStore({ dataDir: folder });
    const { status, out, err } = await runOps(folder, 'check');
    await store.close();
    expect([status, out]).toEqual([3, '']);
    expect(err).toContain(`${folder} is in use by process ${process.pid} `);
  });

  it('creates no data folder', async () => {
    const folder = join(temporaryFolder(), 'data');
    const { status, err } = await runOps(folder, 'check');
    expect([status, err]).toEqual([3, `There is no data folder ${folder} to check.\n`]);
    expect(existsSync(folder)).toBe(false);
  });
});
