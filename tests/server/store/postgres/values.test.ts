import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditBooks } from '../../../../server/audit/audit.ts';
import { systemClock } from '../../../../server/clock.ts';
import { ledgerRepository } from '../../../../server/ledger/ledger-repository.ts';
import { openReader } from '../../../../server/store/postgres/reader.ts';
import { openWriter, USUAL_PATIENCE } from '../../../../server/store/postgres/writer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { openTestStore } from '../../../helpers/stores.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const LIMITS = { connections: 1, connectMs: 4_000, statementMs: 4_000 };

describe.skipIf(postgresMissing)('values in PostgreSQL', () => {
  const postgres = usePostgres();
  async function opened(): Promise<{ store: Store; address: string }> {
    const address = await postgres.database();
    const store = await openTestStore({ dataDir: temporaryFolder(), database: settingsOf(address) });
    return { store, address };
  }

  it('have columns with the same meaning as in SQLite: 64 bits, numbered rows, bytes, text by code point', async () => {
    const { address } = await opened();
    const columns = await postgres.query(
      address,
      `select distinct data_type || coalesce(' ' || collation_name, '') || case is_identity when 'YES' then ' numbered' else '' end as type
         from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
    );
    expect(columns.map(({ type }) => type)).toEqual(['bigint', 'bigint numbered', 'bytea', 'text C']);
  });

  it('are whole numbers up to 2^53, and an error beyond, of one row and of a sum', async () => {
    const { store, address } = await opened();
    const set = (balance: string) =>
      postgres.query(address, `update ledger_accounts set balance = ${balance} where id = 'house:demo:fees'`);
    await set('9007199254740991');
    const balances = await ledgerRepository(store.read).balances();
    expect(balances.get('house:demo:fees' as never)).toBe(Number.MAX_SAFE_INTEGER);
    await set('9007199254740992');
    await expect(ledgerRepository(store.read).balances()).rejects.toThrow(
      '9007199254740992 is no whole number below 2^53',
    );
    await postgres.query(
      address,
      `insert into accounts (book, invite_code, created_at) values ('demo', 'A', 0);
       insert into postings (book, kind, account_id, at) values ('demo', 'fee', 1, 0);
       insert into entries (posting_id, ledger_account_id, amount)
         values (1, 'house:demo:fees', 9007199254740991), (1, 'house:demo:fees', 1)`,
    );
    await expect(auditBooks(store.read)).rejects.toThrow('is no whole number below 2^53');
  });

  it('are read on connections that cannot write', async () => {
    const { address } = await opened();
    const reader = openReader(settingsOf(address).server, { ...LIMITS, isOpen: () => true });
    onTestFinished(() => reader.close());
    const writing = reader.db.insertInto('sequences').values({ name: 'x', next: 1 }).execute();
    await expect(writing).rejects.toThrow('read-only transaction');
  });

  it('are not read while the writing connection is lost', async () => {
    const { address } = await opened();
    const reader = openReader(settingsOf(address).server, { ...LIMITS, isOpen: () => false });
    onTestFinished(() => reader.close());
    await expect(reader.db.selectFrom('sequences').selectAll().execute()).rejects.toThrow(
      'cannot be reached',
    );
  });

  it('are on the disk when a commit returns, with any default of the database', async () => {
    const address = await postgres.database();
    const name = new URL(address).pathname.slice(1);
    await postgres.query(address, `alter database ${name} set synchronous_commit = off`);
    await postgres.query(address, `alter database ${name} set idle_session_timeout = '1min'`);
    await postgres.query(address, `alter database ${name} set bytea_output = 'escape'`);
    const writer = await openWriter({
      server: settingsOf(address).server,
      clock: systemClock,
      report: () => undefined,
      onLost: () => undefined,
      patience: USUAL_PATIENCE,
      standstillMs: 0,
      sharing: 'sole',
    });
    onTestFinished(() => writer.close());
    const shown = async (setting: string) =>
      (await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(writer.db)).rows[0]
        ?.value;
    expect(await shown('synchronous_commit')).toBe('on');
    expect(await shown('idle_session_timeout')).toBe('0');
    expect(await shown('bytea_output')).toBe('hex');
  });
});
