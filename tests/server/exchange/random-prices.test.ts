import { describe, expect, it } from 'vitest';
import type { NewOrder } from '../../../server/exchange/command.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { type Instrument, instrumentId, settlementOf } from '../../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import { price, priceToWire } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { codeOf, good, INSTRUMENTS, startDealing } from '../../helpers/dealing.ts';
import { type Chance, createChance } from '../../sim/chance.ts';
import { createModel, type Prices, seen, type Terms } from './two-price-model.ts';

/** Steps of a run; a hundred thousand take some minutes. */
const STEPS = Number(process.env['STEPS'] ?? 1_200);
/** The outcomes that must occur do so with the first seed; another one is new in each run. */
const SEEDS =
  process.env['SEED'] === undefined ? [52, Date.now() % 1_000_000_000] : [Number(process.env['SEED'])];
const BALANCE = 1_000_000_000;
/** Where each starts, in points; conversions among them. */
const BASE: Readonly<Record<string, number>> = {
  EURUSD: 120_000,
  USDJPY: 151_237,
  USDCHF: 90_000,
  HSBC: 6_135,
  USDHKD: 781_234,
  GBPUSD: 13_000,
  EURGBP: 85_000,
};

const [EURUSD] = INSTRUMENTS;
if (EURUSD === undefined) throw new Error('EURUSD is not listed');
const eurusd: Instrument = EURUSD;
const eurgbp = { ...eurusd, id: instrumentId(9), code: 'EURGBP', showCode: 'EURGBP', quoteCurrency: 'GBP' };
const LISTED: readonly Instrument[] = [...INSTRUMENTS, { ...eurgbp, settle: settlementOf('GBP', 'GBPUSD') }]
  .filter(({ code }) => code in BASE)
  .map((one) => ({ ...one, feeRateMillionths: 1_375 }));

/** @returns how often each kind of end occurred */
async function run(seed: number, spreads: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const chance = createChance(seed);
  const { exchange, market, clock, openAccount, settled, store } = await startDealing({
    balance: BALANCE,
    instruments: LISTED,
  });
  const account = await openAccount();
  const quotes = new Map<string, Prices>();
  const model = createModel(LISTED, BigInt(moneyFromWire(BALANCE)), quotes);
  const ends = new Map<string, number>();
  const count = (what: string) => void ends.set(what, (ends.get(what) ?? 0) + 1);

  const tick = async ({ code, precision }: Instrument): Promise<void> => {
    const base = BASE[code] ?? 0;
    const last = quotes.get(code)?.bid ?? base;
    const bid = last + chance.whole(-40, 40) + Math.sign(base - last) * chance.whole(0, 4);
    const ask = bid + (chance.pick(spreads) ?? 0);
    market.pass(chance.whole(0, 3_000));
    market.tick(code, priceToWire(price(bid), precision), priceToWire(price(ask), precision));
    // A stop that trails is stored once a second.
    clock.advance(1_200);
    await settled(account);
    model.tick(code, { bid, ask });
  };
  const anyInstrument = (): Instrument => chance.pick(LISTED) ?? eurusd;
  const anyOrder = (status: 'open' | 'pending') =>
    chance.pick([...model.orders].filter(([, order]) => order.status === status));
  const agree = (code: number, isRight: boolean): boolean => {
    expect(code).toBe(isRight ? CODE.success : CODE.wrongSidePrice);
    count(isRight ? 'taken' : 'refused');
    return isRight;
  };

  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    tick: () => tick(anyInstrument()),
    async submit() {
      const instrument = anyInstrument();
      const now = quotes.get(instrument.code) ?? { bid: 0, ask: 0 };
      const terms = anyTerms(chance, instrument, now);
      const outcome = await exchange.submit(account, asOrder(terms));
      const id = outcome.ok ? outcome.value.id : undefined;
      agree(codeOf(outcome), model.submit(id, terms));
    },
    async amend() {
      const [id, order] = anyOrder('pending') ?? [];
      if (id === undefined || order === undefined) return;
      const target = near(chance, quotes.get(order.instrument.code));
      const outcome = await exchange.amend(account, id, undefined, price(target));
      agree(codeOf(outcome), model.amend(id, target));
    },
    async stops() {
      const [id, order] = anyOrder(chance.pick(['open', 'pending'] as const) ?? 'open') ?? [];
      if (id === undefined || order === undefined) return;
      const to = anyStops(chance, quotes.get(order.instrument.code), order);
      agree(codeOf(await exchange.setStops(account, id, asStops(to))), model.stops(id, to));
    },
    async close() {
      const [id, order] = anyOrder('open') ?? [];
      if (id === undefined || order === undefined) return;
      const part = chance.happens(0.6) ? chance.whole(1, order.volume / 100) * 100 : undefined;
      const closed = good(
        await exchange.close(account, id, undefined, part === undefined ? undefined : volume(part)),
      );
      model.close(id, part === undefined ? undefined : { id: closed.id, volume: part });
      if (closed.id !== id) count('part');
    },
    async cancel() {
      const [id] = anyOrder('pending') ?? [];
      if (id === undefined) return;
      good(await exchange.cancel(account, id));
      model.cancel(id);
      count('cancelled');
    },
  };
  const others = ['submit', 'submit', 'submit', 'amend', 'stops', 'close', 'cancel'];

  for (const instrument of LISTED) await tick(instrument);
  for (let at = 0; at < STEPS; at++) {
    const step = chance.happens(0.65) ? 'tick' : chance.pick(others);
    await steps[step ?? 'tick']?.();
    const working = await exchange.working(account);
    const show = (list: Iterable<readonly [OrderId, Parameters<typeof seen>[0]]>) =>
      [...list].map(([id, order]) => ({ id, ...seen(order) })).toSorted((a, b) => a.id - b.id);
    expect({ seed, at, orders: show(working.map((order) => [order.id, order])) }).toEqual({
      seed,
      at,
      orders: show(model.orders),
    });
    expect({ seed, at, balance: BigInt((await exchange.figures(account)).balance) }).toEqual({
      seed,
      at,
      balance: model.balance(),
    });
  }
  const rows = await store.read
    .selectFrom('orders')
    .select(['id', 'close_price', 'realised_pnl', 'reason'])
    .where('status', '=', 'closed')
    .execute();
  expect(
    rows.map(({ id, close_price, realised_pnl, reason }) => [id, close_price, realised_pnl, reason]),
  ).toEqual(
    [...model.closed]
      .map(([id, { price: at, profit, why }]) => [id, at, Number(profit), why] as const)
      .toSorted(([a], [b]) => a - b),
  );
  for (const { why } of model.closed.values()) count(why);
  return ends;
}

/** Inside a spread as well as beyond it. */
const near = (chance: Chance, { bid, ask }: Prices = { bid: 0, ask: 0 }): number =>
  chance.pick([bid, ask, bid + chance.whole(-60, 60), ask + chance.whole(-60, 60)]) ?? bid;

function anyStops(chance: Chance, now: Prices | undefined, known?: Pick<Terms, 'trail'>) {
  const take = chance.happens(0.4) ? near(chance, now) : undefined;
  if (chance.happens(0.35))
    return { take, trail: chance.happens(0.4) ? (known?.trail ?? 7) : chance.whole(1, 60) };
  return { take, stop: chance.happens(0.6) ? near(chance, now) : undefined };
}

const anyTerms = (chance: Chance, instrument: Instrument, now: Prices): Terms => ({
  instrument,
  side: chance.happens(0.5) ? 'buy' : 'sell',
  volume: chance.whole(1, 150) * 100,
  multiple: chance.pick([1, 20, 30, 100]) ?? 1,
  target: chance.happens(0.45) ? near(chance, now) : undefined,
  ...(chance.happens(0.6) ? anyStops(chance, now) : {}),
});

const asStops = ({ stop, take, trail }: Pick<Terms, 'stop' | 'take' | 'trail'>) => ({
  ...(stop === undefined ? {} : { stopLoss: price(stop) }),
  ...(take === undefined ? {} : { takeProfit: price(take) }),
  ...(trail === undefined ? {} : { trailPoints: trail }),
});

const asOrder = ({ instrument, side, volume: size, multiple, target, ...stops }: Terms): NewOrder => ({
  instrumentId: instrument.id,
  side,
  volume: volume(size),
  multiple,
  ...asStops(stops),
  kind: target === undefined ? { type: 'market' } : { type: 'pending', targetPrice: price(target) },
});

const KINDS = [
  'taken',
  'refused',
  'part',
  'cancelled',
  'manual',
  'stop-loss',
  'trailing-stop',
  'take-profit',
];

describe(`${STEPS} random steps of orders and prices`, () => {
  it.each<[string, readonly number[]]>([
    ['with a spread that comes and goes', [0, 0, 1, 2, 8, 30, 120]],
    ['at one price', [0]],
  ])(
    '%s book what the formulas say, to the millionth',
    { timeout: 60_000 + STEPS * 200 },
    async (_, spreads) => {
      for (const seed of SEEDS) {
        const ends = await run(seed, spreads);
        if (seed === SEEDS[0]) expect([...ends.keys()]).toEqual(expect.arrayContaining(KINDS));
      }
    },
  );
});
