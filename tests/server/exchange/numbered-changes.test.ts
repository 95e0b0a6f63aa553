import type { KyselyPlugin } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shardOf } from '../../../server/cluster/shards.ts';
import { createExchange, type Exchange } from '../../../server/exchange/exchange.ts';
import { loadAccounts } from '../../../server/exchange/load.ts';
import type { Store } from '../../../server/store/store.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { codeOf, type Dealing, good, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';

/** Opening one books nothing. */
const FREE = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 0 }));

const numbers = ({ events }: Dealing, account: number) =>
  events.filter(({ accountId }) => accountId === account).map(({ n }) => n);

/** Another exchange on the same store, as after a restart. */
function another(dealing: Dealing, store: Store = dealing.store): Exchange {
  const exchange = createExchange({
    ...dealing,
    store,
    settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance: moneyFromWire(100_000) },
  });
  exchange.onAccountEvent((event) => dealing.events.push(event));
  onTestFinished(() => exchange.stop());
  return exchange;
}

/** A store that counts its queries. */
function counting(store: Store) {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Of a query inside another one there is no result.
    async transformResult({ result }) {
      count += 1;
      return result;
    },
  };
  return { store: { ...store, read: store.read.withPlugin(plugin) }, count: () => count };
}

function tests(start: () => Promise<Dealing>): void {
  it('are counted one by one for each account, across a restart', async () => {
    const dealing = await start();
    const [ann, ben] = [await dealing.openAccount(), await dealing.openAccount()];
    dealing.market.tick('EURUSD', 1.1);
    const order = ticket('EURUSD', 'buy', { lots: 0.01, target: 1 });
    const { id } = good(await dealing.exchange.submit(ann, order));
    good(await dealing.exchange.submit(ben, order));
    // A reply alone changes neither orders nor money.
    const refused = ticket('EURUSD', 'buy', { lots: 1_000, cid: 'too-much-of-it' });
    expect(codeOf(await dealing.exchange.submit(ann, refused))).not.toBe(1);
    good(await dealing.exchange.cancel(ann, id));
    expect(codeOf(await dealing.exchange.cancel(ann, id))).toBe(CODE.conflict);
    expect([numbers(dealing, ann), numbers(dealing, ben)]).toEqual([[1, 2], [1]]);
    await dealing.exchange.stop();
    good(await another(dealing).submit(ann, order));
    expect(numbers(dealing, ann)).toEqual([1, 2, 3]);
  });

  it('refuse what another exchange decides without them, though nothing was booked', async () => {
    const dealing = await start();
    const account = await dealing.openAccount();
    const stale = another(dealing);
    dealing.market.tick('EURUSD', 1.1);
    expect(await stale.working(account)).toEqual([]);
    // More than half of the balance is the margin of each.
    const order = ticket('EURUSD', 'buy', { lots: 60 });
    good(await dealing.exchange.submit(account, order));
    expect(codeOf(await stale.submit(account, order))).not.toBe(1);
    expect(await stale.working(account)).toHaveLength(1);
  });

  it('are loaded at the start of an exchange in three queries, with orders and money', async () => {
    const dealing = await start();
    dealing.market.tick('EURUSD', 1.1);
    const accounts: AccountId[] = [];
    for (let i = 0; i < 7; i++) {
      const account = await dealing.openAccount();
      accounts.push(account);
      for (let orders = 0; orders < i; orders++)
        good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 + i / 100 })));
    }
    const [idle, ...busy] = accounts;
    const { store, count } = counting(dealing.store);
    const again = another(dealing, store);
    await again.start();
    expect(count()).toBe(3);
    for (const account of busy) {
      expect(await again.working(account)).toEqual(await dealing.exchange.working(account));
      expect(await again.figures(account)).toEqual(await dealing.exchange.figures(account));
    }
    expect(count()).toBe(3);
    for (const account of busy) {
      const [one, ...others] = await loadAccounts(store.read, account);
      expect([one?.n, others]).toEqual([numbers(dealing, account).at(-1), []]);
      const ofShard = await loadAccounts(store.read, (other) => shardOf(other) === shardOf(account));
      expect(ofShard).toContainEqual(one);
      expect(ofShard.map(({ id }) => shardOf(id))).toEqual(ofShard.map(() => shardOf(account)));
    }
    expect(await loadAccounts(store.read, () => true)).toHaveLength(busy.length);
    expect((await again.figures(idle ?? (0 as AccountId))).lockBalance).toBe(0);
  });
}

describe('the changes of an account', () => {
  tests(() => startDealing({ instruments: FREE }));
});

describe.skipIf(postgresMissing)('the changes of an account in PostgreSQL', () => {
  const postgres = usePostgres();
  tests(async () => startDealing({ instruments: FREE, database: settingsOf(await postgres.database()) }));
});
