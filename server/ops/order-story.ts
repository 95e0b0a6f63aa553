import type { OrderChange, WireOrderEvent } from '../../shared/contract/order-story.ts';
import { type OrderId, orderId } from '../../shared/domain/order.ts';
import { err, ok } from '../../shared/result.ts';
import { idOf } from '../command-values.ts';
import { wireStory } from '../exchange/fold-events.ts';
import { storyOf } from '../exchange/journal-repository.ts';
import { orderRepository } from '../exchange/order-repository.ts';
import type { Verb } from '../resource.ts';
import type { Store } from '../store/store.ts';

/** Why a stop was executed where it was, in one command. */
export const story: Verb<{ readonly store: Pick<Store, 'read'> }> = {
  help: 'What became of an order: each change, who or what caused it, the price and where that came from; ended orders too',
  parameters: { order: { help: 'The number in the list, or as the customer sees it' } },
  async run({ store }, { order: number }) {
    const id: OrderId = orderId(idOf(number));
    const account = await orderRepository(store.read).accountOf(id);
    if (account === undefined) return err('There is no such order.');
    const events = wireStory(await storyOf(store.read, account, id));
    return ok({ rows: events.map(rowOf), json: { events } });
  },
};

const rowOf = ({ seq, id, at, kind, by, price, ask, tick_at, source, before, after }: WireOrderEvent) => ({
  seq,
  order: id,
  at,
  kind,
  by,
  price: price ?? null,
  ask: ask ?? null,
  tick_at: tick_at ?? null,
  source: source ?? null,
  changes: changesOf(before, after),
});

/** As in `TargetLossPrice 1.1364 -> 1.1366`, 0 for none; of a new order the values that are not none. */
const changesOf = (before: OrderChange, after: OrderChange): string =>
  Object.entries(after)
    .filter(([name, value]) => name in before || (value !== 0 && value !== ''))
    .map(([name, value]) =>
      name in before
        ? `${name} ${before[name as keyof OrderChange] || 0} -> ${value || 0}`
        : `${name} ${value}`,
    )
    .join(', ');
