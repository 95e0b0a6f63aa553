import { expect, it } from 'vitest';
import { createPayments } from '../../../server/payments/payments.ts';
import type { Store } from '../../../server/store/store.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startDealing } from '../../helpers/dealing.ts';
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
    await dealing.stop();
  });
});
