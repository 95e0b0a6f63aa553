import { expect, it } from 'vitest';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { createPayments } from '../../../server/payments/payments.ts';
import type { Store } from '../../../server/store/store.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';
import { NO_FACTORS } from '../../helpers/no-factors.ts';
import { payoutCodes } from '../../helpers/payout.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

onEachDatabase((stores) => {
  it('a page of the statement agrees with its total, though a movement is booked in between', async () => {
    const { dataDir, database } = await stores.place();
    const dealing = await startDealing({ dataDir, ...(database === undefined ? {} : { database }) });
    const { store, exchange, market, clock } = dealing;
    const account = await dealing.openAccount();
    const book = async () => {
      const movement = { kind: 'adjustment', amount: moneyFromWire(1), memo: 'Gift' } as const;
      good(await exchange.transfer(account, movement, { answer: () => null }));
    };
    await book();
    let interrupt = async () => {};
    const read: Store['read'] = store.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const once = interrupt;
        interrupt = async () => {};
        await once();
        return result;
      },
    });
    const payments = createPayments({
      store: { ...store, read },
      exchange,
      files: { claim: async () => ({ ok: true, value: 'picture' as never }) as const },
      clock,
      now: () => market.now(),
      factors: NO_FACTORS,
      ...payoutCodes(dealing).deps,
    });
    interrupt = book;
    // The opening balance and the first movement.
    const { list, total } = await payments.statement(account, 1);
    expect([list.length, total]).toEqual([2, 2]);
    const after = await payments.statement(account, 1);
    expect([after.list.length, after.total]).toEqual([3, 3]);
  });

  it('the statement shows what an advance pays, and sums to the balance', async () => {
    const { dataDir, database } = await stores.place();
    const dealing = await startDealing({
      dataDir,
      balance: 3_000,
      ...(database === undefined ? {} : { database }),
    });
    const { store, exchange, market } = dealing;
    const account = await dealing.openAccount();
    market.tick('EURUSD', 1.2);
    const buy = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.submit(account, ticket('EURUSD', 'sell')));
    market.tick('EURUSD', 1.15);
    good(await exchange.close(account, buy.id, undefined, undefined));
    const pay = async (amount: number) =>
      good(
        await exchange.transfer(
          account,
          { kind: 'adjustment', amount: moneyFromWire(amount), memo: 'Paid' },
          { answer: () => null },
        ),
      );
    await pay(1_500);
    await pay(1_000);
    const ledger = ledgerRepository(store.read);
    const lines = await ledger.statement(account, 0, 10);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['adjustment', moneyFromWire(1_000)],
      ['adjustment', moneyFromWire(1_500)],
      ['profit', moneyFromWire(-5_000)],
      ['opening', moneyFromWire(3_000)],
    ]);
    expect(await ledger.countStatement(account)).toBe(4);
    expect(await ledger.statement(account, 1, 2)).toEqual(lines.slice(1, 3));
    expect((await exchange.figures(account)).balance).toBe(moneyFromWire(500));
  });

  it('the statement shows the loss of an order in full, and what the house bears of it', async () => {
    const { store, exchange, market, account } = await startTrading({ balance: 3_000 });
    const buy = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.15);
    good(await exchange.close(account, buy.id, undefined, undefined));
    const lines = await ledgerRepository(store.read).statement(account, 0, 10);
    expect(lines.map(({ kind, amount, showCode }) => [kind, amount, showCode])).toEqual([
      ['shortfall', moneyFromWire(2_000), 'EURUSD'],
      ['profit', moneyFromWire(-5_000), 'EURUSD'],
      ['opening', moneyFromWire(3_000), undefined],
    ]);
    expect((await exchange.figures(account)).balance).toBe(0);
  });
});
