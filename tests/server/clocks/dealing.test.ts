import { describe, expect, it } from 'vitest';
import { methodRepository } from '../../../server/payments/draw-method-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { CID_KEPT_DAYS } from '../../../shared/limits.ts';
import { codeOf, good, startTrading, type Trading, ticket } from '../../helpers/dealing.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { NOWHERE, startPayments } from '../payments/payments-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The market's clocks are the machine's, as with simulated prices. */
const trading = (): Promise<Trading> =>
  startTrading({
    wrapMarket: async (market, _, clock) => ({ ...market, now: clock.now, wall: clock.wall }),
  });

describe('orders, while the clock is an hour behind', () => {
  it('are stamped in their order, and late ones are refused by the time of their client', async () => {
    const { exchange, account, clock } = await trading();
    const stoodAt = clock.now();
    clock.set(-HOUR_MS);
    const stamps: number[] = [];
    const deal = async (seenAt: number) => {
      const answer = await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01, seenAt }));
      if (answer.ok) stamps.push(answer.value.createdAt);
      return codeOf(answer);
    };
    expect(await deal(clock.wall())).toBe(1);
    clock.advance(9_000);
    expect(await deal(clock.wall() - 9_000)).toBe(1);
    expect(await deal(clock.wall() - 10_001)).toBe(CODE.priceMoved);
    clock.set(HOUR_MS);
    expect(await deal(clock.wall() - 1_000)).toBe(1);
    expect(stamps).toEqual([stoodAt, stoodAt, stoodAt + 9_000]);
  });
});

describe('a week’s leap ahead for a second', () => {
  it('deletes no stored reply: an order that is sent again is the same order', async () => {
    const { exchange, account, clock, store } = await trading();
    const order = ticket('EURUSD', 'buy', { lots: 0.01, cid: 'intent-0001' });
    const first = good(await exchange.submit(account, order));
    clock.set((CID_KEPT_DAYS + 1) * DAY_MS);
    // The hourly removal of old replies runs by timers, which the clock does not set.
    clock.advance(HOUR_MS);
    await store.write(async () => undefined);
    clock.set(-(CID_KEPT_DAYS + 1) * DAY_MS);
    expect(good(await exchange.submit(account, order)).id).toBe(first.id);
  });
});

describe('the hold of a payout address', () => {
  async function held() {
    const scene = await startPayments({ payoutHoldMs: DAY_MS });
    const account = await scene.openReal(1_000);
    const { id } = good(
      await scene.payments.methods.bind(account, 'coin', 1, { ...NOWHERE, address: tronAddress() }),
    );
    const { clock, store } = scene;
    const confirm = () =>
      store.write((transaction) =>
        methodRepository(transaction).confirm(account, id, clock.wall(), timestampMs(clock.wall() + DAY_MS)),
      );
    const ask = async () =>
      codeOf(
        await scene.payments.withdrawals.request(account, {
          currencyId: 1,
          methodId: id,
          amount: moneyFromWire(100),
          memo: '',
        }),
      );
    return { ...scene, id, confirm, ask };
  }

  it('is not jumped by a second at 28 hours ahead', async () => {
    const { clock, confirm, ask } = await held();
    await confirm();
    clock.set(28 * HOUR_MS);
    expect(await ask()).toBe(CODE.conflict);
    clock.advance(1_000);
    expect(await ask()).toBe(CODE.conflict);
    clock.set(-28 * HOUR_MS);
    clock.advance(DAY_MS - 1_001);
    expect(await ask()).toBe(CODE.conflict);
    clock.advance(1);
    expect(await ask()).toBe(1);
  });

  it('lasts its hours where the clock was put right just before it', async () => {
    const { clock, confirm, ask } = await held();
    clock.set(5 * DAY_MS);
    await confirm();
    clock.advance(DAY_MS - 1);
    expect(await ask()).toBe(CODE.conflict);
    clock.advance(1);
    expect(await ask()).toBe(1);
  });

  it('is over at once when an operator releases it, also while the clock is ahead', async () => {
    const { clock, payments, id, confirm, ask } = await held();
    await confirm();
    clock.set(HOUR_MS);
    good(await payments.confirmation.release(id));
    clock.set(-HOUR_MS);
    expect(await ask()).toBe(1);
  });
});
