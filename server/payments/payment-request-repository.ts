import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { sealRow } from '../chain/row-seals.ts';
import { countRows } from '../store/numbers.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import { type Destination, destinationIn } from './draw-method-repository.ts';
import type { PaymentKind } from './payment-tables.ts';

export type Deposit = Omit<RecordOf<Schema['deposits']>, 'handledAt'>;

export interface Withdrawal extends Omit<RecordOf<Schema['withdrawals']>, 'handledAt' | keyof Destination> {
  /** A copy made when the withdrawal was requested. */
  readonly destination: Destination;
}

export interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

/** What an operator lists: requests of all accounts and in all states, unless one is named. */
export interface RequestFilter<Status> {
  readonly status?: Status | undefined;
  readonly account?: AccountId | undefined;
}

/** The requests that an operator gets at once. */
export const REQUESTS_PAGE = 200;

export const depositRepository = (db: Db) =>
  requestRepository<Deposit, 'deposits'>(db, {
    table: 'deposits',
    waiting: 'unchecked',
    toRequest: recordOf,
    toRow: rowOf,
  });

export const withdrawalRepository = (db: Db) =>
  requestRepository<Withdrawal, 'withdrawals'>(db, {
    table: 'withdrawals',
    waiting: 'pending',
    toRequest(row) {
      const fields = recordOf(row);
      return { ...fields, destination: destinationIn(fields) };
    },
    toRow: ({ destination, ...fields }) => rowOf({ ...fields, ...destination }),
  });

interface RequestTable<Request extends Deposit | Withdrawal, Table extends 'deposits' | 'withdrawals'> {
  readonly table: Table;
  /** The status until the operator decides. */
  readonly waiting: Request['status'];
  readonly toRequest: (row: Schema[Table]) => Request;
  readonly toRow: (request: Request) => Omit<Schema[Table], 'handled_at'>;
}

/** Queries that deposits and withdrawals share. */
function requestRepository<Request extends Deposit | Withdrawal, Table extends 'deposits' | 'withdrawals'>(
  db: Db,
  of: RequestTable<Request, Table>,
) {
  const table: 'deposits' | 'withdrawals' = of.table;
  const all = () => db.selectFrom(table);
  const own = (account: AccountId) => all().where('account_id', '=', account);
  // The rows are those of the one table, although the query allows for both.
  const toRequest = (row: object): Request => of.toRequest(row as Schema[Table]);
  const readPage = async (
    rows: ReturnType<typeof all>,
    page: number,
    size: number,
    order: 'asc' | 'desc',
  ): Promise<Page<Request>> => {
    const total = await countRows(rows);
    const paged = rows.selectAll().orderBy('id', order).limit(size);
    const list = await paged.offset((page - 1) * size).execute();
    return { list: list.map(toRequest), total };
  };
  return {
    async byId(id: number): Promise<Request | undefined> {
      const row = await all().selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRequest(row);
    },
    /** Of one account, latest first. @param page from 1 */
    page: (account: AccountId, kind: PaymentKind, page: number) =>
      readPage(own(account).where('kind', '=', kind), page, PAGE_SIZE, 'desc'),
    /** Those that wait for the operator: longest waiting first. Others, and all states: latest first. @param page from 1 */
    list({ status, account }: RequestFilter<Request['status']>, page: number): Promise<Page<Request>> {
      const rows = account === undefined ? all() : own(account);
      const found = status === undefined ? rows : rows.where('status', '=', status);
      return readPage(found, page, REQUESTS_PAGE, status === of.waiting ? 'asc' : 'desc');
    },
    async insert(request: Request): Promise<void> {
      await db.insertInto(table).values(of.toRow(request)).execute();
      await sealRow(db, table, request.id);
    },
    /** Number of an account's requests waiting for the operator. */
    countWaiting: (account: AccountId) => countRows(own(account).where('status', '=', of.waiting)),
    /**
     * Stores the operator's decision. @returns false if the request was already decided: then nothing was
     * written
     */
    async handle(
      id: number,
      decision: { readonly status: Request['status']; readonly remark: string; readonly at: TimestampMs },
    ): Promise<boolean> {
      const { status, remark, at } = decision;
      const result = await db
        .updateTable(table)
        .set({ status, remark, handled_at: at })
        .where('id', '=', id)
        .where('status', '=', of.waiting)
        .executeTakeFirst();
      const isHandled = result.numUpdatedRows === 1n;
      if (isHandled) await sealRow(db, table, id);
      return isHandled;
    },
  };
}
