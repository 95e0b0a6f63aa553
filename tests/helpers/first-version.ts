import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely as Database, type Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { release010 } from '../../server/store/migrations/0001-release-0.1.0.ts';
import { migrate } from '../../server/store/migrations.ts';
import { portableColumns } from '../../server/store/postgres/columns.ts';
import { connectSqlite } from '../../server/store/sqlite.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { settingsOf } from './postgres-server.ts';
import type { StorePlace } from './stores.ts';

/** Only the tables and columns of release 0.1.0. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of today is not the one that is written here
type Tables = any;

const AT = timestampMs(Date.UTC(2026, 10, 20));

/**
 * A database of release 0.1.0: its migration, and a customer with an open position, a closed one, a session, a stored
 * answer and a block of candles. Stored copies that the release itself wrote are in `tests/fixtures/databases`.
 */
export async function writeFirstVersion(place: StorePlace) {
  const db = connectTo(place);
  await migrate(place.address === undefined ? db : db.withPlugin(portableColumns), {
    '0001-release-0.1.0': release010,
  });
  await writePeople(db);
  await writeOrders(db);
  await writeBooks(db);
  await db
    .insertInto('replies')
    .values({
      account_id: 1,
      call: 'submit',
      cid: 'cid-of-old',
      params_hash: 'hash',
      reply: '{"ok":true}',
      created_at: AT,
    })
    .execute();
  await db.insertInto('sequences').values({ name: 'order', next: 101 }).execute();
  await db
    .insertInto('candle_chunks')
    .values({ instrument_code: 'EURUSD', resolution_s: 60, start_s: 7_200, data: Uint8Array.of(1, 0, 255) })
    .execute();
  await db.destroy();
  return { account: 1 as AccountId, email: 'ann@example.com', at: AT };
}

/** Reads and writes the database directly, without the program. */
export function connectTo({ address, dataDir }: StorePlace): Kysely<Tables> {
  if (address === undefined) {
    mkdirSync(dataDir, { recursive: true });
    return connectSqlite(join(dataDir, 'pipstream.db'), false);
  }
  const { host, port, database, user, password } = settingsOf(address).server;
  return new Database({
    dialect: new PostgresDialect({ pool: new Pool({ host, port, database, user, password, max: 1 }) }),
  });
}

async function writePeople(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      book: 'real',
      email: 'ann@example.com',
      phone: null,
      password_hash: 'scrypt',
      demo_hash: null,
      invite_code: 'INV1',
      created_at: AT,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: 'session-hash',
      account_id: 1,
      created_at: AT,
      expires_at: AT + 365 * 86_400_000,
      public_id: 'session',
      device: 'Firefox',
      seen_at: AT,
    })
    .execute();
}

async function writeOrders(db: Kysely<Tables>): Promise<void> {
  const order = {
    account_id: 1,
    instrument_id: 1,
    code: 'EURUSD',
    show_code: 'EUR/USD',
    precision: 5,
    side: 'buy',
    volume: 10_000,
    multiple: 100,
    open_price: 120_000,
    margin: 1_200_000_000,
    fee: 0,
    created_at: AT,
  };
  await db
    .insertInto('orders')
    .values([
      {
        ...order,
        id: 7,
        status: 'open',
        close_price: null,
        realised_pnl: null,
        reason: null,
        ended_at: null,
      },
      {
        ...order,
        id: 8,
        status: 'closed',
        close_price: 120_500,
        realised_pnl: 500_000_000,
        reason: 'manual',
        ended_at: AT + 1,
      },
    ])
    .execute();
}

async function writeBooks(db: Kysely<Tables>): Promise<void> {
  const own = { book: 'real', account_id: 1 };
  await db
    .insertInto('ledger_accounts')
    .values([
      { ...own, id: 'balance:1', floor: 0, balance: 500_000_000 },
      { ...own, id: 'advance:1', floor: null, balance: 0 },
      { ...own, id: 'hold:1', floor: 0, balance: 0 },
    ])
    .execute();
  await db
    .updateTable('ledger_accounts')
    .set({ balance: -500_000_000 })
    .where('id', '=', 'house:real:trading')
    .execute();
  await db
    .insertInto('postings')
    .values({ book: 'real', kind: 'profit', account_id: 1, order_id: 8, at: AT + 1 })
    .execute();
  await db
    .insertInto('entries')
    .values([
      { posting_id: 1, ledger_account_id: 'balance:1', amount: 500_000_000 },
      { posting_id: 1, ledger_account_id: 'house:real:trading', amount: -500_000_000 },
    ])
    .execute();
}
