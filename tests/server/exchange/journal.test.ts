import { describe, expect, it } from 'vitest';
import { wireStory } from '../../../server/exchange/fold-events.ts';
import { OrderEvent } from '../../../shared/contract/order-story.ts';
import { decode, list } from '../../../shared/contract/schema.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { type Dealing, good, startTrading, ticket } from '../../helpers/dealing.ts';

const points = (value: number) => price(Math.round(value * 100_000));

async function storyOf({ exchange }: Dealing, account: AccountId, id: OrderId) {
  const events = wireStory(await exchange.story(account, id));
  expect(decode(list(OrderEvent), events)).toMatchObject({ ok: true });
  return events;
}

describe('the story of an order', () => {
  // spec: 7.122
  it('says why a stop was executed where it was', async () => {
    const dealing = await startTrading();
    const { exchange, market, account, settled } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.pass(1_000);
    good(await exchange.setStops(account, id, { stopLoss: points(1.19), takeProfit: points(1.3) }));
    market.pass(1_000);
    good(await exchange.setStops(account, id, { stopLoss: points(1.195) }));
    market.pass(1_000);
    market.tick('EURUSD', 1.1949);
    await settled(account);
    const touched = new Date(market.now()).toISOString();
    expect(await storyOf(dealing, account, id)).toMatchObject([
      { seq: 1, id, kind: 'opened', by: 'customer', price: 1.2, ask: 1.2, source: 'scripted', before: {} },
      {
        seq: 2,
        kind: 'stops',
        by: 'customer',
        before: { TargetLossPrice: 0, TargetProfitPrice: 0 },
        after: { TargetLossPrice: 1.19, TargetProfitPrice: 1.3 },
      },
      {
        seq: 3,
        kind: 'stops',
        before: { TargetLossPrice: 1.19, TargetProfitPrice: 1.3 },
        after: { TargetLossPrice: 1.195, TargetProfitPrice: 0 },
      },
      { seq: 4, kind: 'triggered', by: 'price', price: 1.1949, tick_at: touched, before: {}, after: {} },
      {
        seq: 5,
        kind: 'closed',
        by: 'price',
        price: 1.1949,
        tick_at: touched,
        before: { Status: 1, UpdatePrice: 0, CloseReason: '' },
        after: { Status: 3, UpdatePrice: 1.1949, CloseReason: 'stop-loss', FactProfits: expect.any(Number) },
      },
    ]);
  });

  it('of a pending order has its target, the tick that reached it, and the fill', async () => {
    const dealing = await startTrading();
    const { exchange, market, account, settled } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.19 })));
    good(await exchange.amend(account, id, undefined, points(1.195), {}));
    market.tick('EURUSD', 1.1948);
    await settled(account);
    expect(await storyOf(dealing, account, id)).toMatchObject([
      { kind: 'placed', by: 'customer', after: { Status: 0, Price: 1.19 } },
      { kind: 'amended', by: 'customer', before: { Price: 1.19 }, after: { Price: 1.195 } },
      { kind: 'triggered', by: 'price', price: 1.1948 },
      { kind: 'opened', by: 'price', before: { Status: 0 }, after: { Status: 1, OriginPrice: 1.1948 } },
    ]);
  });

  it('of a pending order that its price found without margin ends with the refusal', async () => {
    const dealing = await startTrading({ balance: 2_000 });
    const { exchange, market, account, settled } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.19 })));
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.19);
    await settled(account);
    expect((await storyOf(dealing, account, id)).map(({ kind, by }) => [kind, by])).toEqual([
      ['placed', 'customer'],
      ['triggered', 'price'],
      ['refused', 'price'],
    ]);
  });

  it('of a part begins with the position until it was split', async () => {
    const dealing = await startTrading();
    const { exchange, account } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.3 })));
    const part = good(await exchange.close(account, id, undefined, volumeFromWire(0.1)));
    good(await exchange.setStops(account, id, { stopLoss: points(1.1) }));
    expect(await storyOf(dealing, account, part.id)).toMatchObject([
      { id, kind: 'opened' },
      {
        id: part.id,
        kind: 'closed',
        before: { Status: 1, Quantity: 0.3 },
        after: { Status: 3, Quantity: 0.1 },
      },
    ]);
    expect(await storyOf(dealing, account, id)).toMatchObject([
      { kind: 'opened' },
      { kind: 'amended', before: { Quantity: 0.3 }, after: { Quantity: 0.2 } },
      { kind: 'stops' },
    ]);
  });

  it('says when a stop begins to trail, changes and ends, and where it had got to', async () => {
    const dealing = await startTrading();
    const { exchange, market, account, clock, settled } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const trail = async (trailPoints: number) => good(await exchange.setStops(account, id, { trailPoints }));
    await trail(100);
    market.tick('EURUSD', 1.21);
    clock.advance(3_000);
    await settled(account);
    await trail(200);
    market.tick('EURUSD', 1.22);
    market.tick('EURUSD', 1.2175);
    await settled(account);
    expect(await storyOf(dealing, account, id)).toMatchObject([
      { kind: 'opened' },
      { kind: 'trail', after: { TrailPoints: 100, TargetLossPrice: 1.199 } },
      { kind: 'trail', before: { TrailPoints: 100 }, after: { TrailPoints: 200, TargetLossPrice: 1.208 } },
      { kind: 'triggered', price: 1.2175 },
      {
        kind: 'closed',
        after: { TargetLossPrice: 1.218, UpdatePrice: 1.2175, CloseReason: 'trailing-stop' },
      },
    ]);
  });

  it("says what an operator, a stop out and a reset did, and is nobody else's", async () => {
    const dealing = await startTrading({ balance: 2_000 });
    const { exchange, market, account, settled, openAccount } = dealing;
    const [first, second] = [
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 }))),
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 }))),
    ];
    good(await exchange.closeByOperator(account, first.id));
    const third = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.185);
    await settled(account);
    const ends = async (id: OrderId) => (await storyOf(dealing, account, id)).at(-1);
    expect(await ends(first.id)).toMatchObject({ kind: 'closed', by: 'operator' });
    expect(await ends(third.id)).toMatchObject({
      kind: 'closed',
      by: 'stop-out',
      after: { CloseReason: 'stop-out' },
    });
    good(await exchange.cancel(account, second.id));
    expect(await ends(second.id)).toMatchObject({ kind: 'cancelled', by: 'customer', after: { Status: 2 } });
    const other = await openAccount();
    expect(await exchange.story(other, first.id)).toEqual([]);
  });

  it('has the price that was decided on, though the next one came before the write', async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    let isHolding = false;
    const dealing = await startTrading({
      wrapStore: (store) => ({
        ...store,
        write: (async (work, on) => {
          if (isHolding) await held;
          return store.write(work, on);
        }) as typeof store.write,
      }),
    });
    const { exchange, market, account } = dealing;
    // Reserves numbers for orders.
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    isHolding = true;
    const submitted = exchange.submit(account, ticket('EURUSD', 'buy'));
    await new Promise((resolve) => setImmediate(resolve));
    market.tick('EURUSD', 1.3);
    free();
    const { id } = good(await submitted);
    expect(await storyOf(dealing, account, id)).toMatchObject([
      { kind: 'opened', price: 1.2, after: { OriginPrice: 1.2 } },
    ]);
  });

  it('says nothing of a command that changed nothing', async () => {
    const dealing = await startTrading();
    const { exchange, account } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    for (let i = 0; i < 2; i++) good(await exchange.setStops(account, id, { stopLoss: points(1.1) }));
    expect((await storyOf(dealing, account, id)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'opened'],
      [2, 'stops'],
    ]);
  });

  it('has the newest 500 events of many, each with what was before it', async () => {
    const dealing = await startTrading();
    const { exchange, account } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    for (let i = 1; i <= 1_100; i++) await exchange.setStops(account, id, { stopLoss: price(100_000 + i) });
    const story = await storyOf(dealing, account, id);
    expect(story).toHaveLength(500);
    expect(story[0]).toMatchObject({
      seq: 602,
      before: { TargetLossPrice: 1.006 },
      after: { TargetLossPrice: 1.00601 },
    });
    expect(story.at(-1)).toMatchObject({ seq: 1_101, after: { TargetLossPrice: 1.011 } });
  });
});
