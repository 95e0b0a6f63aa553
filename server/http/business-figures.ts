import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { money, moneyToWire } from '../../shared/domain/money.ts';
import type { Clock } from '../clock.ts';
import { type Exposure, exposureIn, valuationBy, worthOf } from '../exchange/house-exposure.ts';
import type { Prices } from '../exchange/valuation.ts';
import type { Db } from '../store/schema.ts';

/*
 * What waits for an operator, and the exposure of the house, for Prometheus. Read from the database now and then, by each
 * process that serves people: their figures are equal. Only of accounts for real money, and nothing about a single account.
 */

const EVERY_MS = 30_000;

/** What customers wait for. */
const KINDS = ['deposit', 'withdrawal', 'papers', 'chat'] as const;
type Kind = (typeof KINDS)[number];

/** The requests of a kind that wait: how many, and since when the oldest; 0 when none does. */
interface Waiting {
  readonly count: number;
  readonly oldestMs: number;
}

interface Business {
  readonly waiting: Readonly<Record<Kind, Waiting>>;
  readonly open: readonly Exposure[];
  /** USD. */
  readonly balances: number;
  readonly advances: number;
}

interface BusinessDeps {
  readonly db: Db;
  readonly market: Prices;
  readonly clock: Clock;
  readonly report: (error: unknown) => unknown;
}

/** A figure is NaN until it is known. @returns stop */
export function addBusinessFigures(
  registry: Registry,
  { db, market, clock, report }: BusinessDeps,
): () => void {
  let business: Business | undefined;
  let isReading = false;
  let isStopped = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      business = await businessIn(db);
    } catch (error) {
      business = undefined;
      if (!isStopped) report(error);
    }
    isReading = false;
  };
  const refresh = () => void read();
  const registers = [registry];
  const byKind = (name: string, help: string, figureOf: (waiting: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        for (const kind of KINDS)
          this.set({ kind }, business === undefined ? Number.NaN : figureOf(business.waiting[kind]));
      },
    });
  const dollars = (name: string, help: string, figureOf: (of: Business) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(business === undefined ? Number.NaN : figureOf(business));
      },
    });
  byKind(
    'pipstream_waiting_requests',
    'Requests of customers that wait for an operator',
    ({ count }) => count,
  );
  byKind(
    'pipstream_oldest_request_seconds',
    'For how long the oldest of them has waited',
    ({ count, oldestMs }) => (count === 0 ? 0 : Math.max(0, clock.wall() - oldestMs) / 1_000),
  );
  dollars(
    'pipstream_exposure_net_usd',
    'Value of open positions, in each instrument buys less sells',
    ({ open }) => exposureOf(open, market, 'net'),
  );
  dollars('pipstream_exposure_gross_usd', 'Value of open positions, buys and sells together', ({ open }) =>
    exposureOf(open, market, 'gross'),
  );
  dollars('pipstream_customer_balances_usd', 'Balances of customers', ({ balances }) => balances);
  dollars('pipstream_advances_usd', 'What the house has advanced to customers', ({ advances }) => advances);
  refresh();
  const stopReading = clock.every(EVERY_MS, refresh);
  return () => {
    isStopped = true;
    stopReading();
  };
}

/** In USD; NaN while the price of an instrument is unknown. */
function exposureOf(open: readonly Exposure[], prices: Prices, by: 'net' | 'gross'): number {
  const valuation = valuationBy(prices);
  return open.reduce((sum, { id, bought, sold }) => {
    const worth = worthOf(id, bought, by === 'net' ? -sold : sold, valuation) ?? Number.NaN;
    return sum + Math.abs(worth);
  }, 0);
}

async function businessIn(db: Db): Promise<Business> {
  const [deposit, withdrawal, papers, chat, open, sums] = await Promise.all([
    requestsIn(db, 'deposits', 'unchecked'),
    requestsIn(db, 'withdrawals', 'pending'),
    requestsIn(db, 'identity_papers', 'waiting'),
    chatsIn(db),
    exposureIn(db),
    sumsIn(db),
  ]);
  return { waiting: { deposit, withdrawal, papers, chat }, open, ...sums };
}

async function requestsIn(
  db: Db,
  table: 'deposits' | 'withdrawals' | 'identity_papers',
  status: string,
): Promise<Waiting> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(created_at) as oldest from ${sql.table(table)} where status = ${status}`.execute(
    db,
  );
  return waitingOf(rows[0]);
}

/** Conversations whose last message is the customer's, since the first one without an answer. */
async function chatsIn(db: Db): Promise<Waiting> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(distinct said.account_id) as count, min(said.created_at) as oldest
    from chat_messages as said
    left join (
      select account_id, max(id) as id from chat_messages where sender = 'service' group by account_id
    ) as answer on answer.account_id = said.account_id
    where said.id > coalesce(answer.id, 0)`.execute(db);
  return waitingOf(rows[0]);
}

const waitingOf = (row: { readonly count: number; readonly oldest: number | null } | undefined): Waiting => ({
  count: Number(row?.count ?? 0),
  oldestMs: Number(row?.oldest ?? 0),
});

async function sumsIn(db: Db): Promise<Pick<Business, 'balances' | 'advances'>> {
  const sumOf = async (kind: 'balance' | 'advance') => {
    const { rows } = await sql<{ total: number | null }>`
      select sum(balance) as total from ledger_accounts
      where book = 'real' and account_id is not null and id like ${`${kind}:%`}`.execute(db);
    return moneyToWire(money(Number(rows[0]?.total ?? 0)));
  };
  const [balances, advances] = [await sumOf('balance'), await sumOf('advance')];
  // The advance is the customer's debt: a negative balance of its ledger account.
  return { balances, advances: advances === 0 ? 0 : -advances };
}
