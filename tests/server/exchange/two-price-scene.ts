import type { OrderId, Side } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { type DealingOptions, good, startDealing, ticket } from '../../helpers/dealing.ts';

export const points = (value: number) => price(Math.round(value * 100_000));

/** EURUSD at 1.20000 bid, 1.20020 ask. */
export async function spread(options: DealingOptions = {}) {
  const dealing = await startDealing(options);
  const { exchange, market, openAccount, settled } = dealing;
  market.tick('EURUSD', 1.2, 1.2002);
  const account = await openAccount();
  return {
    ...dealing,
    account,
    submit: async (side: Side, terms: Parameters<typeof ticket>[2] = {}) =>
      good(await exchange.submit(account, ticket('EURUSD', side, terms))).id,
    close: async (id: OrderId) => good(await exchange.close(account, id, undefined, undefined)),
    /** Ticks, each with its effects. */
    async ticks(...list: readonly (readonly [bid: number, ask: number])[]) {
      for (const [bid, ask] of list) {
        market.tick('EURUSD', bid, ask);
        await settled(account);
      }
    },
    async only() {
      const [order, more] = await exchange.working(account);
      if (order === undefined || more !== undefined) throw new Error('not one order');
      return order;
    },
    ended: async () => (await exchange.deals(account, 'closed', 1)).orders,
  };
}
