import { DatabaseSync } from 'node:sqlite';
import { databaseIn } from '../../server/store/embedded.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { VALID_MS } from '../../shared/limits.ts';
import type { Intent } from './user.ts';
import type { Promises } from './witness.ts';

/** What the database must satisfy at every moment, whatever the server believes: its own connection and its own SQL. */
export interface Books {
  /** @returns the rules that are broken, in words */
  breaks(promises: Promises, intents: readonly Intent[]): readonly string[];
  accounts(): readonly number[];
  /** The positions that were open at a night which is not booked. */
  unbooked(nightAtMs: number): readonly number[];
  /** Balance and locked amount of an account, from its entries, positions and withdrawals. */
  figures(account: number): { readonly balance: number; readonly lockBalance: number };
  /** The money and the counts, for a report. */
  totals(): Readonly<Record<string, number>>;
  close(): void;
}

interface Reply {
  readonly call: string;
  readonly text: string;
  readonly isSealed: boolean;
  /** Of the order or payment that it says was made; undefined for a refusal. */
  readonly id: number | undefined;
}

interface OrderRow {
  readonly id: number;
  readonly instrument_id: number;
  readonly side: string;
  readonly volume: number;
  readonly multiple: number;
  readonly status: string;
  readonly open_price: number | null;
  readonly close_price: number | null;
  readonly realised_pnl: number | null;
  readonly reason: string | null;
  readonly split_from: number | null;
  readonly trail_points: number | null;
  readonly created_at: number;
  readonly ended_at: number | null;
}

/** Rules of the ledger: each finds the rows that break it. */
const LEDGER_RULES: Readonly<Record<string, string>> = {
  'a posting does not sum to zero':
    'select posting_id as id from entries group by posting_id having sum(amount) <> 0 or count(*) < 2',
  'a balance is not the sum of its entries': `select a.id from ledger_accounts a left join entries e on e.ledger_account_id = a.id
    group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  'a balance is below its floor': 'select id from ledger_accounts where balance < floor',
  'a held amount is not that of its withdrawals': `select a.id from ledger_accounts a
    where a.id = 'hold:' || a.account_id and a.balance <> (select coalesce(sum(w.amount), 0) from withdrawals w
      where w.account_id = a.account_id and w.status = 'pending')`,
  'a deposit is booked other than once': `select d.id from deposits d
    where (d.status = 'finished') <> (select count(*) from postings p where p.kind = 'deposit' and p.payment_id = d.id)`,
  'what nights cost is not what the house got for them': `select o.account_id as id from orders o group by o.account_id
    having coalesce(sum(o.financing), 0) <> (select coalesce(sum(e.amount), 0) from entries e
      join postings p on p.id = e.posting_id join orders q on q.id = p.order_id
      where q.account_id = o.account_id and p.kind = 'financing' and e.ledger_account_id like 'house:%:financing:%')`,
  'an open position has no margin':
    "select id from orders where status = 'open' and (margin is null or margin <= 0)",
};

/** @param bootedAtMs when the server was started */
export function openBooks(dataDir: string, bootedAtMs: number): Books {
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true });
  const rules = Object.entries(LEDGER_RULES).map(([rule, text]) => ({ rule, find: database.prepare(text) }));
  const allReplies = database.prepare('select cid, call, params_hash, reply from replies');
  const allOrders = database.prepare('select * from orders');
  const journal = foldJournal(database);
  const balances = database.prepare("select account_id as id from ledger_accounts where id like 'balance:%'");
  const balanceOf = database.prepare('select balance from ledger_accounts where id = ?');
  const marginsOf = database.prepare(
    "select coalesce(sum(margin), 0) as sum from orders where account_id = ? and status = 'open'",
  );
  const heldOver = database.prepare(
    `select id from orders where open_price > 0 and coalesce(filled_at, created_at) < ?
      and (ended_at is null or ended_at > ?) and financed_at is not ?`,
  );
  const paymentRows = {
    deposits: database.prepare('select id, status from deposits'),
    withdrawals: database.prepare('select id, status from withdrawals'),
  };
  const replies = new Map<string, Reply>();

  /** @returns the replies that changed or went, which no reply may */
  function readReplies(): readonly string[] {
    const broken: string[] = [];
    const rows = allReplies.all() as { cid: string; call: string; params_hash: string; reply: string }[];
    for (const { cid, call, params_hash, reply } of rows) {
      const key = `${cid} ${call}`;
      const known = replies.get(key);
      if (known?.text === reply) continue;
      if (known !== undefined) broken.push(`the stored reply to ${key} changed`);
      const outcome = JSON.parse(reply) as { ok: boolean; value?: { id?: number } };
      const id = outcome.ok ? outcome.value?.id : undefined;
      replies.set(key, { call, text: reply, isSealed: params_hash === 'sealed', id });
    }
    if (rows.length < replies.size) broken.push('a stored reply went');
    return broken;
  }

  const outcomeOf = (cid: string): Reply | undefined =>
    ['submit', 'close', 'draw']
      .map((call) => replies.get(`${cid} ${call}`))
      .find((reply) => reply?.id !== undefined);

  function* intentBreaks(
    { never, carriedOut }: Promises,
    intents: readonly Intent[],
    orders: Orders,
  ): Breaks {
    for (const cid of carriedOut)
      if (outcomeOf(cid) === undefined) yield `${cid} was acknowledged and is not stored`;
    for (const cid of never) if (outcomeOf(cid) !== undefined) yield `${cid} was carried out after "never"`;
    for (const { cid, what, word, tappedAtMs } of intents) {
      const reply = outcomeOf(cid);
      // What is refused for want of a disk can't be stored, and is forgotten with the process.
      const isForgotten =
        typeof word === 'object' &&
        'refused' in word &&
        word.refused === CODE.tooMany &&
        word.saidAtMs < bootedAtMs;
      if (typeof word === 'object' && 'refused' in word && reply !== undefined && !isForgotten)
        yield `${cid} was carried out after the page had said ${word.refused}`;
      if (typeof word === 'object' && 'id' in word && reply?.id !== word.id)
        yield `the page said that ${cid} is ${word.id}, the store has ${reply?.id}`;
      const order = reply?.id === undefined || what === 'draw' ? undefined : orders.get(reply.id);
      const atMs = what === 'close' ? order?.ended_at : order?.created_at;
      if (atMs !== undefined && atMs !== null && atMs > tappedAtMs + VALID_MS)
        yield `${cid} was carried out ${atMs - tappedAtMs} ms after its tap`;
    }
  }

  return {
    breaks(promises, intents) {
      const orders: Orders = new Map((allOrders.all() as unknown as OrderRow[]).map((row) => [row.id, row]));
      return [
        ...rules.flatMap(({ rule, find }) => find.all().map(({ id }) => `${rule}: ${id}`)),
        ...readReplies(),
        ...journal.breaks(orders.values()),
        ...onceBreaks(orders, [...replies.values()]),
        ...intentBreaks(promises, intents, orders),
        ...orderBreaks(promises, orders),
        ...paymentBreaks(promises, paymentRows),
      ];
    },
    unbooked: (nightAtMs) => heldOver.all(nightAtMs, nightAtMs, nightAtMs).map(({ id }) => Number(id)),
    accounts: () => balances.all().map(({ id }) => Number(id)),
    figures(account) {
      const of = (name: string) => Number(balanceOf.get(`${name}:${account}`)?.['balance']);
      const margins = Number(marginsOf.get(account)?.['sum']);
      return { balance: of('balance') + of('advance'), lockBalance: margins + of('hold') };
    },
    totals: () =>
      Object.fromEntries(
        Object.entries({
          orders: 'select count(*) as n from orders',
          'closed by a stop or a target':
            "select count(*) as n from orders where reason in ('stop-loss', 'take-profit')",
          'closed by a stop-out': "select count(*) as n from orders where reason = 'stop-out'",
          'closed in part': 'select count(*) as n from orders where split_from is not null',
          postings: 'select count(*) as n from postings',
          'booked nights': "select count(*) as n from postings where kind = 'financing'",
          withdrawals: 'select count(*) as n from withdrawals',
          'sealed cids': "select count(distinct cid) as n from replies where params_hash = 'sealed'",
        }).map(([name, text]) => [name, Number(database.prepare(text).get()?.['n'])]),
      ),
    close: () => database.close(),
  };
}

/** The journal of orders, folded from its beginning: each order must be what its events say. */
function foldJournal(database: DatabaseSync) {
  const later = database.prepare('select id, order_id, changes from order_events where id > ? order by id');
  const folded = new Map<number, Record<string, unknown>>();
  let last = 0;
  return {
    *breaks(orders: Iterable<OrderRow>): Breaks {
      for (const { id, order_id, changes } of later.all(last)) {
        last = Number(id);
        folded.set(Number(order_id), { ...folded.get(Number(order_id)), ...JSON.parse(String(changes)) });
      }
      let count = 0;
      for (const { id, ...row } of orders) {
        count++;
        const said = folded.get(id);
        const isTrailing = row.status === 'open' && row.trail_points !== null;
        for (const [column, value] of Object.entries(row)) {
          const isApart = column === 'account_id' || column === 'seal';
          // A running trail moves them without events.
          if (isApart || (isTrailing && (column === 'stop_loss' || column === 'prices_at'))) continue;
          if ((said?.[column] ?? null) !== value)
            yield `order ${id} has the ${column} ${value}, its events say ${said?.[column]}`;
        }
      }
      if (count !== folded.size) yield `there are events of ${folded.size} orders, and ${count} orders`;
    },
  };
}

type Breaks = Generator<string, void, undefined>;
type Orders = ReadonlyMap<number, OrderRow>;

/** One intent, one order, and one close: every app sends a cid with each. */
function* onceBreaks(orders: Orders, replies: readonly Reply[]): Breaks {
  const idsOf = (call: string) =>
    replies.flatMap((one) => (one.call === call && one.id !== undefined ? [one.id] : []));
  const [submits, closes] = [idsOf('submit'), idsOf('close')];
  const [submitted, closed] = [new Set(submits), new Set(closes)];
  if (submitted.size < submits.length) yield 'two intents have one order';
  if (closed.size < closes.length) yield 'two closes have one order';
  for (const { id, split_from, reason, status } of orders.values()) {
    if (split_from === null && !submitted.has(id)) yield `order ${id} belongs to no intent`;
    if (status === 'closed' && reason === 'manual' && !closed.has(id))
      yield `order ${id} was closed by no intent`;
  }
  for (const id of submitted) if (!orders.has(id)) yield `order ${id} of an intent is not stored`;
}

/** Every acknowledged order is there, with what was said about it. */
function* orderBreaks({ orders: promised }: Promises, orders: Orders): Breaks {
  for (const [id, order] of promised) {
    const row = orders.get(id);
    if (row === undefined) {
      yield `the acknowledged order ${id} is not stored`;
      continue;
    }
    if (
      row.instrument_id !== order.instrumentId ||
      row.side !== order.side ||
      row.multiple !== order.multiple
    )
      yield `the acknowledged order ${id} changed`;
    let volume = row.volume;
    for (const part of orders.values()) if (part.split_from === id) volume += part.volume;
    // A reply may be repeated after a part was closed.
    if (order.status !== 'closed' && volume < order.volume) yield `order ${id} lost a part of its volume`;
    if ((order.status === 'open' || order.status === 'closed') && row.open_price !== order.openPrice)
      yield `order ${id} has another opening price than was said`;
    if (
      order.status === 'closed' &&
      (row.close_price !== order.closePrice || row.realised_pnl !== order.realisedPnl)
    )
      yield `order ${id} is not closed as was said`;
    if (order.status === 'cancelled' && row.status !== 'cancelled')
      yield `order ${id} is not cancelled as was said`;
  }
}

function* paymentBreaks(
  { payments }: Promises,
  rows: Readonly<Record<string, { all(): readonly Record<string, unknown>[] }>>,
): Breaks {
  for (const [key, status] of payments) {
    const [table = '', id] = key.split(' ');
    const row = rows[table]?.all().find((one) => one['id'] === Number(id));
    if (row === undefined) yield `the acknowledged ${key} is not stored`;
    else if (status !== 'pending' && row['status'] !== status)
      yield `${key} is ${row['status']}, not ${status} as was said`;
  }
}
