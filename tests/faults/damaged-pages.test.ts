import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { damageOf } from '../../server/store/damage.ts';
import { connectSqlite } from '../../server/store/embedded.ts';
import { root } from '../architecture/sources.ts';
import { serverFlags } from '../helpers/server-flags.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { askServed, enterServed, openInstrument, startServed } from './served.ts';

const PAGES = Number(process.env['PAGES'] ?? 10);
const SEED = Number(process.env['SEED'] ?? 7);
const PAGE_BYTES = 4_096;
/** Bytes overwritten in each page. Fewer than a page may hit nothing but the digits of a row. */
const BYTES = Number(process.env['BYTES'] ?? PAGE_BYTES);
const ORDERS = 60;
const LANES = 2;
/** Within this time after the start the books are proved. */
const SETTLED_MS = 8_000;

type Outcome = 'refused in a sentence' | 'told after the start' | 'unnoticed' | 'raw stack';

describe(`a database with one of ${PAGES} pages damaged in ${BYTES} bytes`, () => {
  it(
    'is never dealt on in silence, as far as its pages and its books can tell, and never ends in a raw stack',
    async () => {
      const database = await databaseWithBooks();
      const waiting = Array.from({ length: PAGES }, (_, i) => SEED * 1_000 + i);
      const count = { 'refused in a sentence': 0, 'told after the start': 0, unnoticed: 0, 'raw stack': 0 };
      const wrong: string[] = [];
      const lane = async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const { bytes, page } = overwritten(database, createChance(next));
          const { outcome, said } = await startOn(bytes);
          count[outcome]++;
          if (outcome === 'raw stack') wrong.push(`seed ${next}, page ${page}: ${said}`);
          if (outcome === 'unnoticed' && (await isKnowable(bytes)))
            wrong.push(`seed ${next}, page ${page} went unnoticed: ${said}`);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      console.log(`${PAGES} pages of ${database.length / PAGE_BYTES}, ${BYTES} bytes each:`, count);
      expect(wrong).toEqual([]);
      expect(count['refused in a sentence']).toBeGreaterThan(0);
    },
    120_000 + PAGES * 20_000,
  );
});

/** A stopped exchange's database, everything in one file. */
async function databaseWithBooks(): Promise<Buffer> {
  const dataDir = temporaryFolder();
  const served = await startServed({ DATA_DIR: dataDir, FEED: 'sim', DATABASE_URL: '' });
  const token = await enterServed(served.url);
  const { id, multiple, lots } = await openInstrument(served.url);
  for (let i = 0; i < ORDERS; i++) {
    const fields = { type: '1', cont: lots, forex_id: id, status: '1', multiple, cid: `damaged-${i}` };
    const { data } = await askServed(served.url, '/v1/api/forex/submit', fields, { token });
    const close = { id: String(data.Id), cid: `closed-${i}-` };
    if (i % 3 > 0) await askServed(served.url, '/v1/api/forex/close', close, { token });
  }
  await served.kill();
  const path = join(dataDir, 'pipstream.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return readFileSync(path);
}

/** A copy of the database with random bytes in one page. */
function overwritten(database: Buffer, chance: Chance): { readonly bytes: Buffer; readonly page: number } {
  const page = chance.whole(0, database.length / PAGE_BYTES - 1);
  const from = page * PAGE_BYTES + chance.whole(0, PAGE_BYTES - BYTES);
  const bytes = Buffer.from(database);
  for (let i = 0; i < BYTES; i++) bytes[from + i] = chance.whole(0, 255);
  return { bytes, page: page + 1 };
}

/** Starts the exchange on a database. */
async function startOn(bytes: Buffer): Promise<{ readonly outcome: Outcome; readonly said: string }> {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'pipstream.db'), bytes, { mode: 0o600 });
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', LEADERS: '0', DATA_DIR: dataDir };
  const args = [...(await serverFlags()), join(root, 'server', 'main.ts'), '--sources'];
  const child = spawn(process.execPath, args, { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  let isReady = false;
  child.stdout.on('data', (chunk: Buffer) => {
    isReady ||= chunk.includes('ready');
    if (isReady) setTimeout(() => child.kill('SIGKILL'), SETTLED_MS);
  });
  await once(child, 'close');
  rmSync(dataDir, { recursive: true });
  return { outcome: outcomeOf(said, isReady), said };
}

function outcomeOf(said: string, isReady: boolean): Outcome {
  if (/^ {4}at /m.test(said)) return 'raw stack';
  const isSentence = /^The database \S+ is damaged \(.+\): .+ database check FILE.+\.\n$/.test(said);
  if (!isReady) return isSentence ? 'refused in a sentence' : 'raw stack';
  return isSentence || /books are not in order/.test(said) ? 'told after the start' : 'unnoticed';
}

/** Whether the pages or the books show the damage. */
async function isKnowable(bytes: Buffer): Promise<boolean> {
  const file = join(temporaryFolder(), 'pipstream.db');
  writeFileSync(file, bytes);
  if (damageOf(file) !== undefined) return true;
  const db = connectSqlite(file, true);
  try {
    return (await auditBooks(db)).length > 0;
  } finally {
    await db.destroy();
  }
}
