import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examineLive } from '../../../server/store/copies/work.ts';
import { damageOf } from '../../../server/store/damage.ts';
import { checkAfterStart, type Findings } from '../../../server/store/first-check.ts';
import { openStore } from '../../../server/store/store.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { startDealing } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const WHOLE: Findings = { damage: undefined, breaks: [] };

/** What is said after a start whose examination ends like this. */
async function said(found: Promise<Findings>): Promise<readonly string[]> {
  const clock = createManualClock(timestampMs(0));
  const lines: string[] = [];
  const stop = checkAfterStart({
    store: { examine: () => ({ found, stop: () => void lines.push('stopped') }) },
    clock,
    report: (sentence) => void lines.push(`report: ${sentence}`),
    onDamage: (sentence) => void lines.push(`damage: ${sentence}`),
    onFault: (error) => void lines.push(`fault: ${error}`),
  });
  clock.advance(1_000);
  expect(lines).toEqual([]);
  clock.advance(2_000);
  await found.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  return lines;
}

describe('after a start', () => {
  it('books in order and a whole file are not worth a line', async () => {
    expect(await said(Promise.resolve(WHOLE))).toEqual(['stopped']);
  });

  it('damage stops the exchange with its sentence', async () => {
    const found = Promise.resolve({ ...WHOLE, damage: 'It is damaged.' });
    expect(await said(found)).toEqual(['damage: It is damaged.', 'stopped']);
  });

  it('books that are not in order are reported with the first place', async () => {
    const breaks = [{ rule: 'floor', where: 'balance:1', amount: -1 }] as const;
    const [line] = await said(Promise.resolve({ ...WHOLE, breaks }));
    expect(line).toMatch(
      /^report: The books are not in order, .+ 1 times \(first: floor at balance:1\): .+\.$/,
    );
  });

  it('a check that fails is a fault, unless the exchange has stopped', async () => {
    expect(await said(Promise.reject(new Error('no thread')))).toEqual([
      'fault: Error: no thread',
      'stopped',
    ]);
  });

  it('the store proves its books while it is open', async () => {
    const dealing = await startDealing({ dataDir: temporaryFolder() });
    onTestFinished(() => dealing.stop());
    await dealing.openAccount();
    expect(await dealing.store.examine().found).toEqual(WHOLE);
  });
});

/** A database whose indices and tables are cut into each other. */
async function damagedDatabase(): Promise<string> {
  const dataDir = temporaryFolder();
  await (await openStore({ dataDir })).close();
  const path = join(dataDir, 'pipstream.db');
  const database = new DatabaseSync(path);
  const row = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders'").get();
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, (Number(row?.['rootpage']) - 1) * 4_096);
  closeSync(file);
  return dataDir;
}

describe('a damaged database', () => {
  it('ends the start with one sentence that says what to do', async () => {
    const dataDir = await damagedDatabase();
    await expect(openStore({ dataDir })).rejects.toThrow(
      /^The database \S+pipstream\.db is damaged \([^\n]+\): move it, [^\n]+ npm run ops -- database check FILE, [^\n]+\.$/,
    );
  });

  it('that is too large to be read before the start is found while the exchange runs', async () => {
    const path = join(await damagedDatabase(), 'pipstream.db');
    const { damage } = await examineLive(path, true);
    expect(damage).toMatch(/^The database \S+ is damaged /);
    expect(damageOf(path)).not.toContain('\n');
  });
});
