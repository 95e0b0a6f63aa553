import { describe, expect, it } from 'vitest';
import type { Context } from '../../../server/exchange/command.ts';
import { decide } from '../../../server/exchange/decide.ts';
import type { AccountState } from '../../../server/exchange/state.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price, priceToWire } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { VALID_MS } from '../../../shared/limits.ts';
import { INSTRUMENTS, START, startDealing, ticket } from '../../helpers/dealing.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';
import { createChance } from '../../sim/chance.ts';

const QUOTES = Number(process.env['QUOTES'] ?? 20_000);
const SEED = Number(process.env['SEED'] ?? 16);
const [EURUSD] = INSTRUMENTS;
if (EURUSD === undefined) throw new Error('EURUSD is not listed');

const state: AccountState = {
  id: 1 as AccountId,
  book: 'demo',
  n: 0,
  isCalled: false,
  standing: { balance: moneyFromWire(1_000_000), advance: ZERO_MONEY, hold: ZERO_MONEY },
  orders: new Map(),
};

describe(`market orders at ${QUOTES} random quotes`, () => {
  it('fill within the allowed deviation, and are otherwise refused with the current price', () => {
    const chance = createChance(SEED);
    const market = createScriptedMarket([EURUSD], START);
    const settings = { stopOutPercent: 50, feeType: 'of-margin', demoBalance: ZERO_MONEY } as const;
    const seen = { filled: 0, moved: 0, old: 0 };
    for (let i = 0; i < QUOTES; i++) {
      const now = chance.whole(110_000, 110_060);
      market.tick(EURUSD.code, priceToWire(price(now), EURUSD.precision));
      market.pass(chance.pick([0, 1, 9_999, 10_000, 10_001, 60_000]) ?? 0);
      const [seenPrice, deviationPoints] = [now + chance.whole(-25, 25), chance.whole(0, 20)];
      const age = chance.pick([0, 500, 9_999, 10_000, 10_001, 3_600_000]) ?? 0;
      const seenAt = market.now() - age;
      const context: Context = {
        now: market.now(),
        wall: market.wall(),
        prices: market,
        settings,
        newId: orderId(i + 1),
      };
      const kind = {
        type: 'market',
        seenPrice: price(seenPrice),
        seenAt: timestampMs(seenAt),
        deviationPoints,
      } as const;
      const terms = { instrumentId: EURUSD.id, volume: volume(100), multiple: 100 };
      const side = chance.happens(0.5) ? ('buy' as const) : ('sell' as const);
      const decided = decide(state, { type: 'submit', order: { ...terms, side, kind } }, context);

      const isOld = age > VALID_MS;
      const isFar = Math.abs(now - seenPrice) > deviationPoints;
      if (isOld || isFar) {
        if (isOld) seen.old++;
        else seen.moved++;
        const error = { code: CODE.priceMoved, message: '', facts: { price: now / 100_000 } };
        expect(decided).toEqual({ ok: false, error });
      } else {
        seen.filled++;
        const [event] = decided.ok ? decided.value : [];
        const order = event !== undefined && 'record' in event ? event.record.order : undefined;
        expect(order?.status === 'open' ? order.openPrice : undefined).toBe(now);
      }
      market.pass(chance.whole(1, 30_000));
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(QUOTES / 100);
  });
});

describe('a price that moves while an order is in flight', () => {
  it('is checked when the order is decided, not when it arrives', async () => {
    const chance = createChance(SEED);
    const { exchange, market, openAccount } = await startDealing({ balance: 10_000_000 });
    const account = await openAccount();
    const outcomes = new Set<number>();
    for (let i = 0; i < 60; i++) {
      const from = 110_000;
      market.tick('EURUSD', from / 100_000);
      const seen = { seenPrice: from / 100_000, seenAt: market.now(), deviationPoints: 5 };
      const order = ticket('EURUSD', 'buy', {
        lots: 0.01,
        cid: `moving-${String(i).padStart(4, '0')}`,
        ...seen,
      });
      const under = exchange.submit(account, order);
      const ticks = Array.from({ length: chance.whole(0, 4) }, () => from + chance.whole(-9, 9));
      for (const tick of ticks) {
        market.tick('EURUSD', tick / 100_000);
        if (chance.happens(0.5)) await Promise.resolve();
      }
      const outcome = await under;
      const shown = outcome.ok
        ? outcome.value.status === 'open' && outcome.value.openPrice
        : Number(outcome.error.facts?.['price']) * 100_000;
      expect([from, ...ticks]).toContain(Math.round(Number(shown)));
      expect(Math.abs(Math.round(Number(shown)) - from) <= 5).toBe(outcome.ok);
      outcomes.add(outcome.ok ? CODE.success : outcome.error.code);
    }
    expect([...outcomes].toSorted()).toEqual([CODE.success, CODE.priceMoved]);
  });
});
