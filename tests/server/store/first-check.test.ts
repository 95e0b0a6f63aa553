import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { examineLive } from '../../../server/store/copies/work.ts';
import { damageOf } from '../../../server/store/damage.ts';
import { checkAtStart, type Findings } from '../../../server/store/first-check.ts';
import { openStore } from '../../../server/store/store.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { startDealing } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const WHOLE: Findings = { damage: undefined, breaks: [], state: undefined };

const BREAKS = [{ rule: 'floor', where: 'balance:1', amount: -1 }] as const;
const SENTENCE =
  /^The books are not in order, .+ 1 times \(first: floor at balance:1\): .+BROKEN_BOOKS=report.+\.$/;

/** A start whose check ends like this, before or after it has waited long enough. */
async function started(found: Promise<Findings>, when: 'soon' | 'late', toleratesBreaks = false) {
  const clock = createManualClock(0);
  const lines: string[] = [];
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const check = checkAtStart({
    store: {
      examine: ({ progress }) => ({
        found: (when === 'soon' ? Promise.resolve() : held).then(() => {
          progress(1, 2);
          return found;
        }),
        stop: () => void lines.push('stopped'),
      }),
    },
    clock,
    toleratesBreaks,
    report: (sentence) => void lines.push(`report: ${sentence}`),
    log: (line) => void lines.push(`log: ${line}`),
    onDamage: (sentence) => void lines.push(`damage: ${sentence}`),
    onFault: (error) => void lines.push(`fault: ${error}`),
  });
  if (when === 'late') clock.advance(12_000);
  const stop = await check;
  if (when === 'late') expect(lines).toEqual([]);
  free();
  await found.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  return lines;
}

describe('at a start', () => {
  it('books in order and a whole file are not worth a line', async () => {
    expect(await started(Promise.resolve(WHOLE), 'soon')).toEqual(['stopped']);
  });

  it('damage and books that are not in order end it with a sentence', async () => {
    const damaged = Promise.resolve({ ...WHOLE, damage: 'It is damaged.' });
    await expect(started(damaged, 'soon')).rejects.toThrow(/^It is damaged\.$/);
    await expect(started(Promise.resolve({ ...WHOLE, breaks: BREAKS }), 'soon')).rejects.toThrow(SENTENCE);
  });

  it('books that are not in order are dealt on when the operator says so', async () => {
    const found = Promise.resolve({ ...WHOLE, breaks: BREAKS });
    const wanted = expect.stringMatching(/^report: The books are not in order, .+ a copy\.$/);
    expect(await started(found, 'soon', true)).toEqual([wanted, 'stopped']);
  });

  it('a long check goes on beside the dealing, and ends it', async () => {
    const far = 'log: The books are being checked: 1 of 2 rows.';
    expect(await started(Promise.resolve(WHOLE), 'late')).toEqual([far, 'stopped']);
    expect(await started(Promise.resolve({ ...WHOLE, breaks: BREAKS }), 'late')).toEqual([
      far,
      expect.stringMatching(/^damage: The books are not in order/),
      'stopped',
    ]);
  });

  it('a check that fails is a fault', async () => {
    expect(await started(Promise.reject(new Error('no thread')), 'soon')).toEqual([
      'fault: Error: no thread',
      'stopped',
    ]);
  });

  it('the store proves its books while it is open', async () => {
    const dealing = await startDealing({ dataDir: dataFolder() });
    await dealing.openAccount();
    const progress = () => undefined;
    for (const isDealing of [true, false])
      expect(await dealing.store.examine({ isDealing, progress }).found).toEqual({
        ...WHOLE,
        state: {
          postings: { rows: 1, hash: expect.any(String) },
          events: { rows: 0, hash: expect.any(String) },
          steps: { rows: 0, hash: expect.any(String) },
        },
      });
  });
});

/** A database whose indices and tables are cut into each other. */
async function damagedDatabase(): Promise<string> {
  const dataDir = dataFolder();
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
    const { damage } = await examineLive(path, () => undefined);
    expect(damage).toMatch(/^The database \S+ is damaged /);
    expect(damageOf(path)).not.toContain('\n');
  });
});
