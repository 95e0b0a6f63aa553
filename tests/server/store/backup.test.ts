import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import type { Copies } from '../../../server/store/copies/copies.ts';
import { checkCopy } from '../../../server/store/copies/work.ts';
import type { Store } from '../../../server/store/store.ts';
import { type Dealing, good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';
import { writeFirstVersion } from '../../helpers/first-version.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Orders acknowledged before the copy begins, and at least as many during the copy. */
const ORDERS = Number(process.env['ORDERS'] ?? 60);

const copiesOf = ({ copies }: Store): Copies => {
  if (copies === undefined) throw new Error('no copies');
  return copies;
};

/** Deals in a loop until it is stopped. */
function keepDealing(dealing: Dealing, account: Parameters<Dealing['exchange']['submit']>[0]) {
  const acknowledged: number[] = [];
  let stopped = false;
  const lane = async () => {
    while (!stopped) {
      // Like orders from a network: between two there is time for everything else.
      await new Promise((resolve) => setImmediate(resolve));
      const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
      acknowledged.push(id);
      if (id % 10 !== 0) good(await dealing.exchange.close(account, id, undefined, undefined));
    }
  };
  const lanes = [lane(), lane()];
  return {
    acknowledged,
    async reach(count: number) {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      stopped = true;
      await Promise.all(lanes);
    },
  };
}

/** Starts on a copy as its operator would: with the file in place of the database in a folder. */
async function restore(file: string): Promise<Dealing> {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  copyFileSync(file, join(dataDir, 'pipstream.db'));
  return startDealing({ dataDir });
}

describe('a backup', () => {
  it('made under load restores with every order acknowledged before it began', async () => {
    const dealing = await startTrading();
    const { account } = dealing;
    const load = keepDealing(dealing, account);
    await load.reach(ORDERS);
    const before = [...load.acknowledged];
    const file = join(temporaryFolder(), 'backup.db');
    const made = await copiesOf(dealing.store).make(file);
    await load.reach(2 * ORDERS);
    await load.stop();
    expect(made).toMatchObject({ ok: true, value: { file, accounts: 1, breaks: [] } });
    const restored = await restore(file);
    for (const id of before)
      expect(await orderRepository(restored.store.read).precision(account, id as never)).toBe(5);
    expect(await auditBooks(restored.store.read)).toEqual([]);
    restored.market.tick('EURUSD', 1.2);
    const { id } = good(await restored.exchange.submit(account, ticket('EURUSD', 'sell', { lots: 0.01 })));
    expect(before).not.toContain(id);
  });

  it('is one file that only its owner may read, without further files', async () => {
    const dealing = await startDealing();
    const file = join(temporaryFolder(), 'backup.db');
    done(await copiesOf(dealing.store).make(file));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    // The header's field for a write-ahead log: 2 means that there is one.
    expect(readFileSync(file)[18]).toBe(1);
  });

  it('never replaces an existing file', async () => {
    const dealing = await startDealing();
    const file = join(temporaryFolder(), 'letter.txt');
    writeFileSync(file, 'mine');
    expect(await copiesOf(dealing.store).make(file)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/letter\.txt is there already; .+\.$/),
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('that cannot be written is refused with a sentence, and leaves no file', async () => {
    const dealing = await startDealing();
    const file = join(temporaryFolder(), 'nowhere', 'backup.db');
    expect(await copiesOf(dealing.store).make(file)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/backup\.db cannot be written: .+\.$/),
    });
  });

  it('runs one at a time', async () => {
    const dealing = await startDealing();
    const folder = temporaryFolder();
    const copies = copiesOf(dealing.store);
    const both = await Promise.all([copies.make(join(folder, 'a')), copies.make(join(folder, 'b'))]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('of inconsistent books says so', async () => {
    const dealing = await startDealing({ sound: 'errors' });
    await dealing.openAccount();
    const live = new DatabaseSync(join(dealing.dataDir, 'pipstream.db'));
    live.exec('UPDATE entries SET amount = amount + 1 WHERE id = 1');
    live.close();
    const made = done(await copiesOf(dealing.store).make(join(temporaryFolder(), 'backup.db')));
    expect(made.breaks.map(({ rule }) => rule)).toContain('posting-sums-to-zero');
  });
});

describe('the check of a backup', () => {
  it('leaves the file unchanged', async () => {
    const dealing = await startDealing();
    await dealing.openAccount();
    const file = join(temporaryFolder(), 'backup.db');
    done(await copiesOf(dealing.store).make(file));
    const bytes = readFileSync(file);
    expect(done(await copiesOf(dealing.store).check(file))).toMatchObject({ accounts: 1, breaks: [] });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  it('migrates a temporary copy of an earlier version', async () => {
    const folder = temporaryFolder();
    await writeFirstVersion({ dataDir: folder, address: undefined } as never);
    const file = join(folder, 'pipstream.db');
    const before = readdirSync(folder);
    const bytes = readFileSync(file);
    expect(done(await checkCopy(file))).toMatchObject({ file, accounts: 1, breaks: [] });
    expect(readdirSync(folder)).toEqual(before);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('finds a damaged file, one that is not a database, and a missing one', async () => {
    const dealing = await startDealing();
    await dealing.openAccount();
    const copies = copiesOf(dealing.store);
    const file = join(temporaryFolder(), 'backup.db');
    done(await copies.make(file));
    const bytes = readFileSync(file);
    bytes.fill(0xff, 3 * 4_096, 12 * 4_096);
    writeFileSync(file, bytes);
    const files = [
      [file, /^The copy is damaged: .+\.$/s],
      [import.meta.filename, /^The copy is damaged: file is not a database\.$/],
      [join(temporaryFolder(), 'absent'), /absent is not there\.$/],
    ] as const;
    for (const [one, wanted] of files) {
      expect(await copies.check(one)).toMatchObject({ ok: false, error: expect.stringMatching(wanted) });
      expect(existsSync(`${one}.trial`)).toBe(false);
    }
  });
});

/** The value of a result; fails the test for a refusal. */
function done<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
