import type { Selectable } from 'kysely';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Db, Schema } from '../store/schema.ts';
import { orderPages } from './chain-audit.ts';

/** An order that is not what its events make of it. */
export interface JournalFinding {
  readonly rule: 'order-is-its-events';
  readonly where: string;
}

type OrderRow = Selectable<Schema['orders']>;
type Column = keyof OrderRow;
type Folded = Partial<Record<string, unknown>>;

/** Rows read at once. */
const BATCH = 2_000;
const MAX_FINDINGS = 100;
/** Not said by events: the event's own columns, and what is computed from the others. */
const APART: ReadonlySet<string> = new Set(['id', 'account_id', 'seal'] satisfies Column[]);
/** A running trail moves them without events. */
const TRAILED: ReadonlySet<string> = new Set(['stop_loss', 'prices_at'] satisfies Column[]);

/** Folds the events of each order from the first, and compares the result with its row. One order is held at a time. */
export async function wrongOrders(db: Db, count: (rows: number) => void): Promise<readonly JournalFinding[]> {
  const findings: JournalFinding[] = [];
  const add = (where: string): void => {
    if (findings.length < MAX_FINDINGS) findings.push({ rule: 'order-is-its-events', where });
  };
  const orders = rowsOf(orderPages(db));
  const folded = foldedOrders(db, count);
  let [row, events] = [await orders.next(), await folded.next()];
  while (!row.done || !events.done) {
    const [id, eventsOf] = [
      row.value?.id ?? Number.POSITIVE_INFINITY,
      events.value?.id ?? Number.POSITIVE_INFINITY,
    ];
    if (id < eventsOf) add(`order ${id}, which has no event`);
    else if (eventsOf < id) add(`order ${eventsOf}, of which only events are there`);
    else if (row.value && events.value) {
      const wrong = differenceOf(row.value, events.value);
      if (wrong !== undefined) add(`account ${row.value.account_id}, order ${id}: ${wrong}`);
    }
    if (id <= eventsOf) row = await orders.next();
    if (eventsOf <= id) events = await folded.next();
  }
  return findings;
}

interface FoldedOrder {
  readonly id: OrderId;
  readonly accounts: ReadonlySet<number>;
  readonly columns: Folded;
}

/** The first column that is another one, in words. */
function differenceOf(row: OrderRow, { accounts, columns }: FoldedOrder): string | undefined {
  if (accounts.size !== 1 || !accounts.has(row.account_id)) return 'an event is of another account';
  const isTrailing = row.status === 'open' && row.trail_points !== null;
  for (const [column, value] of Object.entries(row)) {
    if (APART.has(column) || (isTrailing && TRAILED.has(column))) continue;
    if ((columns[column] ?? null) !== value) return `its ${column} is not what its events say`;
  }
  return undefined;
}

async function* foldedOrders(db: Db, count: (rows: number) => void): AsyncGenerator<FoldedOrder, undefined> {
  let folding: { id: OrderId; accounts: Set<number>; columns: Folded } | undefined;
  let after = { order: Number.MIN_SAFE_INTEGER as OrderId, id: 0 };
  for (;;) {
    const { order, id } = after;
    const rows = await db
      .selectFrom('order_events')
      .select(['id', 'account_id', 'order_id', 'changes'])
      .where((eb) => eb(eb.refTuple('order_id', 'id'), '>', eb.tuple(order, id)))
      .orderBy('order_id')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows) {
      if (folding !== undefined && folding.id !== row.order_id) yield folding;
      if (folding?.id !== row.order_id) folding = { id: row.order_id, accounts: new Set(), columns: {} };
      folding.accounts.add(row.account_id);
      Object.assign(folding.columns, changesIn(row.changes));
    }
    count(rows.length);
    after = { order: last.order_id, id: last.id };
  }
  if (folding !== undefined) yield folding;
  return undefined;
}

/** Text that is no object changes nothing: the chain finds it. */
function changesIn(text: string): object {
  try {
    const changes: unknown = JSON.parse(text);
    return typeof changes === 'object' && changes !== null ? changes : {};
  } catch {
    return {};
  }
}

async function* rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, undefined> {
  for await (const rows of pages) yield* rows;
  return undefined;
}
