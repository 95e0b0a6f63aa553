import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { root } from '../architecture/sources.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { dataFolder } from '../helpers/data-folder.ts';
import { good } from '../helpers/dealing.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { coins, startPayments, TRC20 } from '../server/payments/payments-scene.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { askServed, enterServed, openInstrument, startServed } from './served.ts';

export const PAGE_BYTES = 4_096;
const ORDERS = 60;
const CUSTOMERS = 20;
const LANES = 2;
/** Within this time after the start the candles of the main charts are read. */
const SETTLED_MS = 3_000;

export type Outcome =
  | 'refused in a sentence'
  | 'told after the start'
  | 'candles left out'
  | 'unnoticed'
  | 'raw stack';

export interface DamageOptions {
  /** Number of trials: each overwrites one random page of the database of a stopped exchange, and starts on it. */
  readonly pages: number;
  /** Bytes overwritten in the page, at a random place. */
  readonly bytes: number;
  readonly seed: number;
  /** Spare the candles, which are nine pages of ten. */
  readonly withoutCandles?: boolean;
}

export interface DamageTrial {
  readonly seed: number;
  readonly page: number;
  /** The table or index of the page; `free` for none. */
  readonly owner: string;
  readonly outcome: Outcome;
  /** What the exchange wrote to standard error. */
  readonly said: string;
  readonly database: Buffer;
}

/** Starts exchanges on damaged databases, two at a time. A test runs it, since it tidies up after itself. */
export async function damageTrials({
  pages,
  bytes,
  seed,
  withoutCandles = false,
}: DamageOptions): Promise<readonly DamageTrial[]> {
  const { database, owners } = await databaseWithBooks();
  const waiting = Array.from({ length: pages }, (_, i) => seed * 1_000 + i);
  const trials: DamageTrial[] = [];
  const targets = Array.from({ length: database.length / PAGE_BYTES }, (_, i) => i + 1).filter(
    (page) => !withoutCandles || !/candle/.test(owners.get(page) ?? ''),
  );
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const damaged = overwritten(database, targets, createChance(next), bytes);
      const { outcome, said } = await startOn(damaged.bytes);
      const owner = owners.get(damaged.page) ?? 'free';
      trials.push({ seed: next, page: damaged.page, owner, outcome, said, database: damaged.bytes });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return trials;
}

/** The number of trials with each outcome, for each table or index. */
export function byOwner(
  trials: readonly DamageTrial[],
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { owner, outcome } of trials) {
    const of = counts[owner] ?? {};
    counts[owner] = of;
    of[outcome] = (of[outcome] ?? 0) + 1;
  }
  return counts;
}

/** A stopped exchange's database, everything in one file. */
async function databaseWithBooks(): Promise<{
  readonly database: Buffer;
  readonly owners: ReadonlyMap<number, string>;
}> {
  const dataDir = dataFolder();
  const served = await startServed({
    DATA_DIR: dataDir,
    FEED: 'sim',
    FEED_HOURS: 'always',
    DATABASE_URL: '',
  });
  const token = await enterServed(served.url);
  const { id, multiple, lots } = await openInstrument(served.url);
  for (let i = 0; i < ORDERS; i++) {
    const fields = { type: '1', cont: lots, forex_id: id, status: '1', multiple, cid: `damaged-${i}` };
    const { data } = await askServed(served.url, '/v1/api/forex/submit', fields, { token });
    const close = { id: String(data.Id), cid: `closed-${i}-` };
    if (i % 3 > 0) await askServed(served.url, '/v1/api/forex/close', close, { token });
  }
  await served.kill();
  await movePayments(dataDir);
  const path = join(dataDir, 'pipstream.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = database.prepare('SELECT pageno, name FROM dbstat').all();
  database.close();
  return {
    database: readFileSync(path),
    owners: new Map(pages.map((row) => [Number(row['pageno']), String(row['name'])])),
  };
}

/** Customers with deposits, payout addresses and withdrawals in every status. */
async function movePayments(dataDir: string): Promise<void> {
  const scene = await startPayments({ dataDir });
  const { deposits, withdrawals } = scene.payments;
  for (let i = 0; i < CUSTOMERS; i++) {
    const account = await scene.openReal(1_000);
    const proof = await scene.picture(account);
    const { id: methodId } = await scene.coinMethod(account);
    for (const part of [10, 20, 30]) {
      const sent = good(await deposits.submitCoin(account, { ...TRC20, number: coins(part), proof }));
      if (part === 10) good(await deposits.approve(sent.id));
      if (part === 20) good(await deposits.reject(sent.id, 'It did not arrive'));
      const asked = { currencyId: 1, methodId, amount: moneyFromWire(part), memo: '' };
      const { id } = good(await withdrawals.request(account, asked));
      if (part === 10) good(await withdrawals.pay(id));
      if (part === 20) good(await withdrawals.reject(id, 'Not yours'));
    }
  }
  await scene.stop();
}

/** A copy of the database with random bytes in one of these pages. */
function overwritten(
  database: Buffer,
  targets: readonly number[],
  chance: Chance,
  count: number,
): { readonly bytes: Buffer; readonly page: number } {
  const page = targets[chance.whole(0, targets.length - 1)] ?? 1;
  const from = (page - 1) * PAGE_BYTES + chance.whole(0, PAGE_BYTES - count);
  const bytes = Buffer.from(database);
  for (let i = 0; i < count; i++) bytes[from + i] = chance.whole(0, 255);
  return { bytes, page };
}

/** Starts the exchange on a database. */
async function startOn(bytes: Buffer): Promise<{ readonly outcome: Outcome; readonly said: string }> {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'pipstream.db'), bytes, { mode: 0o600 });
  const env = {
    ...bareEnvironment(),
    PORT: '0',
    LEADERS: '0',
    LOG_FORMAT: 'text',
    DATA_DIR: dataDir,
  };
  const args = [...serverFlags(), join(root, 'server', 'main.ts'), '--sources'];
  const child = spawn(process.execPath, args, { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Of the development server, where packages of the benches are not installed. */
const FOREIGN = /^.*Failed to run dependency scan[\s\S]*?(?:^ {4}at .*vite.*\n)+/m;

function outcomeOf(all: string, isReady: boolean): Outcome {
  const said = all.replace(FOREIGN, '');
  if (/^ {4}at /m.test(said)) return 'raw stack';
  const isSentence =
    /^The database \S+ is damaged \(.+\): .+ database check FILE.+\.$/m.test(said) ||
    /^The books are not in order, .+operating\.md .+\.$/m.test(said);
  if (!isReady) return isSentence ? 'refused in a sentence' : 'raw stack';
  if (isSentence) return 'told after the start';
  return /The candles of .+ are damaged: .+\.$/m.test(said) ? 'candles left out' : 'unnoticed';
}
