import { expect, it } from 'vitest';
import { balanceAccount } from '../../../server/ledger/posting.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { type Dealing, good, START, startDealing, ticket } from '../../helpers/dealing.ts';

const HOUR = 3_600_000;
/** Five orders, one an hour: by hand, by a stop loss and by a take profit; EURUSD but for the last. */
async function traded(): Promise<{ readonly dealing: Dealing; readonly account: AccountId }> {
  const dealing = await startDealing();
  const { exchange, market, openAccount, settled } = dealing;
  const account = await openAccount();
  market.tick('GBPUSD', 1.3);
  for (const side of ['buy', 'sell'] as const) {
    market.tick('EURUSD', 1.2);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', side, { lots: 0.01 })));
    market.tick('EURUSD', 1.2013);
    good(await exchange.close(account, id, undefined, undefined));
    market.pass(HOUR);
  }
  for (const [stops, at] of [
    [{ stopLoss: 1.19 }, 1.18],
    [{ takeProfit: 1.21 }, 1.21],
  ] as const) {
    market.tick('EURUSD', 1.2);
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.02, ...stops })));
    market.tick('EURUSD', at);
    await settled(account);
    market.pass(HOUR);
  }
  market.tick('EURUSD', 1.2);
  const { id } = good(await exchange.submit(account, ticket('GBPUSD', 'buy', { lots: 0.01 })));
  market.tick('GBPUSD', 1.3);
  good(await exchange.close(account, id, undefined, undefined));
  return { dealing, account };
}

const hours = (count: number) => timestampMs(START + count * HOUR);

const CASES: readonly (readonly [string, HistoryFilter, number, number])[] = [
  ['no filter', {}, 5, -20_000_000],
  ['an instrument', { instrumentId: instrumentId(5) }, 1, 0],
  ['a side', { side: 'sell' }, 1, -1_300_000],
  ['profits', { result: 'profit' }, 2, 21_300_000],
  ['losses', { result: 'loss' }, 2, -41_300_000],
  ['a reason', { reason: 'stop-loss' }, 1, -40_000_000],
  ['a range, its end excluded', { from: hours(1), to: hours(3) }, 2, -41_300_000],
  ['several at once', { reason: 'manual', side: 'buy', from: hours(2) }, 1, 0],
  ['nothing that there is', { reason: 'reset' }, 0, 0],
];

it('the history has a total and a sum of its own for each filter', async () => {
  const { dealing, account } = await traded();
  for (const [name, filter, total, profits] of CASES) {
    const page = await dealing.exchange.deals(account, 'closed', 1, filter);
    expect([name, page.total, page.orders.length, page.profits]).toEqual([name, total, total, profits]);
  }
});

it('the history has pages of the size that is asked for', async () => {
  const { dealing, account } = await traded();
  const all = await dealing.exchange.deals(account, 'closed', 1);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => dealing.exchange.deals(account, 'closed', page, {}, 2)),
  );
  expect(pages.map(({ orders, total }) => [orders.length, total])).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
  ]);
  expect(pages.flatMap(({ orders }) => orders)).toEqual(all.orders);
});

it('the sum of a range of the history is what the ledger has booked in it', async () => {
  const { dealing, account } = await traded();
  const rows = await dealing.store.read
    .selectFrom('entries')
    .innerJoin('postings', 'postings.id', 'entries.posting_id')
    .select(['entries.amount', 'postings.at'])
    .where('entries.ledger_account_id', '=', balanceAccount(account))
    .where('postings.order_id', 'is not', null)
    .execute();
  for (const [from, to] of [
    [hours(0), hours(9)],
    [hours(1), hours(3)],
  ] as const) {
    const { profits } = await dealing.exchange.deals(account, 'closed', 1, { from, to });
    const booked = rows
      .filter(({ at }) => at >= from && at < to)
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(profits).toBe(booked);
  }
});

it('a page of the history agrees with its total and its sum, though a position is closed in between', async () => {
  let interrupt = async () => {};
  const dealing = await startDealing({
    wrapStore: (store) => ({
      ...store,
      read: store.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          const once = interrupt;
          interrupt = async () => {};
          await once();
          return result;
        },
      }),
    }),
  });
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.2);
  const buy = ticket('EURUSD', 'buy', { lots: 0.01 });
  const [first, second] = [
    good(await exchange.submit(account, buy)),
    good(await exchange.submit(account, buy)),
  ];
  market.tick('EURUSD', 1.2013);
  good(await exchange.close(account, first.id, undefined, undefined));
  interrupt = async () => void good(await exchange.close(account, second.id, undefined, undefined));
  const page = await exchange.deals(account, 'closed', 1);
  expect([page.total, page.orders.length, page.profits]).toEqual([1, 1, 1_300_000]);
  const after = await exchange.deals(account, 'closed', 1);
  expect([after.total, after.orders.length, after.profits]).toEqual([2, 2, 2_600_000]);
});
