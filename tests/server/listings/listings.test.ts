import { afterEach, describe, expect, it } from 'vitest';
import { listingRepository } from '../../../server/listings/listing-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { codeOf, good, START, ticket } from '../../helpers/dealing.ts';
import { type ListingsScene, startListings } from './listings-scene.ts';

const scenes: ListingsScene[] = [];
const open = async (options: Parameters<typeof startListings>[0] = {}): Promise<ListingsScene> => {
  const scene = await startListings(options);
  scenes.push(scene);
  scene.market.tick('EURUSD', 1.1);
  scene.market.tick('USDHKD', 7.8);
  scene.market.tick('HSBC', 60);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

const EURUSD = instrumentId(1);
const HOUR = 3_600_000;

describe('multiples', () => {
  it('apply at once to new orders, and not to open positions', async () => {
    const { exchange, listings, openAccount } = await open();
    const account = await openAccount();
    const before = good(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 100 })));
    good(await listings.setMultiples('EURUSD', [25, 5]));
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 100 })))).toBe(
      CODE.noMultiple,
    );
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 5 })))).toBe(1);
    expect(listings.market.instrument(EURUSD)?.multiples).toEqual([5, 25]);
    const [held] = await exchange.working(account);
    expect(held).toEqual(expect.objectContaining({ id: before.id, multiple: 100 }));
    expect(held).toMatchObject({ margin: 'margin' in before ? before.margin : undefined });
  });

  it('may all be removed: then nothing can be opened, and open positions can be closed', async () => {
    const { exchange, listings, openAccount } = await open();
    const account = await openAccount();
    const position = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await listings.setMultiples('EURUSD', []));
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy')))).toBe(CODE.noMultiple);
    expect(codeOf(await exchange.close(account, position.id, undefined, undefined))).toBe(1);
  });
});

describe('fees', () => {
  it('apply to later openings, and paid fees stay', async () => {
    const { exchange, listings, openAccount } = await open();
    const account = await openAccount();
    const first = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await listings.setFee('EURUSD', 1_000));
    const second = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    expect([first, second]).toMatchObject([{ fee: 0 }, { fee: 1_100_000, margin: 1_100_000_000 }]);
    expect((await exchange.working(account)).map((order) => 'fee' in order && order.fee)).toEqual([
      0, 1_100_000,
    ]);
  });

  it('of one type are not used as the other when the setting changes', async () => {
    const dataDir = dataFolder();
    const perLot = await startListings({ dataDir, feeType: 'per-lot' });
    good(await perLot.listings.setFee('EURUSD', 7_000_000));
    await perLot.stop();
    const ofMargin = await startListings({ dataDir, feeType: 'of-margin' });
    scenes.push(ofMargin);
    expect(ofMargin.listings.market.instrument(EURUSD)?.feeRateMillionths).toBe(0);
    good(await ofMargin.listings.setFee('EURUSD', 500));
    expect(await ofMargin.stored()).toMatchObject([{ feeRates: { 'per-lot': 7_000_000, 'of-margin': 500 } }]);
  });
});

describe('the minimum', () => {
  it('applies to new orders', async () => {
    const { exchange, listings, openAccount } = await open();
    const account = await openAccount();
    good(await listings.setMinimum('EURUSD', volumeFromWire(0.5)));
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.49 })))).toBe(
      CODE.badVolume,
    );
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.5 })))).toBe(1);
  });
});

describe('hours', () => {
  it('close the market for opening and closing while prices continue, and clients are notified', async () => {
    const { exchange, listings, openAccount, market, told } = await open();
    const account = await openAccount();
    const position = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await listings.setHours('EURUSD', 'closed'));
    expect(told).toEqual(['EURUSD closed']);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy')))).toBe(CODE.marketClosed);
    expect(codeOf(await exchange.close(account, position.id, undefined, undefined))).toBe(CODE.marketClosed);
    market.tick('EURUSD', 1.2);
    expect(listings.market.quote(EURUSD)).toMatchObject({ close: 120_000, marketOpen: false });
    good(await listings.setHours('EURUSD', 'always'));
    expect(told).toEqual(['EURUSD closed', 'EURUSD open']);
    expect(good(await exchange.close(account, position.id, undefined, undefined))).toMatchObject({
      closePrice: 120_000,
    });
  });

  it('keep stops and pending orders from triggering at prices of a closed market', async () => {
    const { exchange, listings, openAccount, market, settled } = await open();
    const account = await openAccount();
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { takeProfit: 1.2 })));
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.15 })));
    good(await listings.setHours('EURUSD', 'closed'));
    market.tick('EURUSD', 1.3);
    await settled(account);
    expect((await exchange.working(account)).map(({ status }) => status)).toEqual(['open', 'pending']);
    good(await listings.setHours('EURUSD', 'always'));
    market.tick('EURUSD', 1.3);
    await settled(account);
    expect((await exchange.working(account)).map(({ status }) => status)).toEqual(['open']);
  });

  it('start and end by the exchange’s clock, for orders at once and for clients within a second', async () => {
    const { exchange, listings, openAccount, market, clock, told } = await open();
    const account = await openAccount();
    good(await listings.setHours('EURUSD', 'metal'));
    expect(told).toEqual([]);
    const opensAt = Date.UTC(2026, 2, 4, 23);
    // The daily break of metals: 22:00 to 23:00 UTC in winter.
    market.pass(12 * HOUR - 1);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 })))).toBe(1);
    market.pass(1);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 })))).toBe(
      CODE.marketClosed,
    );
    expect(listings.market.instrument(EURUSD)?.market).toEqual({ status: 'closed', opensAt });
    expect(told).toEqual([]);
    clock.advance(1_000);
    expect(told).toEqual(['EURUSD closed']);
    market.pass(HOUR);
    clock.advance(1_000);
    expect(told).toEqual(['EURUSD closed', 'EURUSD open']);
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 })))).toBe(1);
  });

  it('never open a market without prices', async () => {
    const { listings, market, told } = await open();
    good(await listings.setHours('EURUSD', 'always'));
    market.session('EURUSD', { status: 'closed', opensAt: timestampMs(START + HOUR) });
    expect(told).toEqual(['EURUSD closed']);
    expect(listings.market.instrument(EURUSD)?.market).toEqual({ status: 'closed', opensAt: START + HOUR });
    market.session('EURUSD', { status: 'open' });
    expect(told).toEqual(['EURUSD closed', 'EURUSD open']);
  });

  it('do not affect the other instruments', async () => {
    const { listings, market, told } = await open();
    good(await listings.setHours('EURUSD', 'closed'));
    market.session('XAUUSD', { status: 'closed' });
    expect(told).toEqual(['EURUSD closed', 'XAUUSD closed']);
  });
});

/** A few turns of promises, then a few milliseconds. */
async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < Math.min(turns, 5); turn++) await Promise.resolve();
  const until = performance.now() + (turns - 5) * 0.2;
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}

describe('the list', () => {
  it('loses an instrument without positions, and lists it again on its earlier terms', async () => {
    const { exchange, listings, openAccount, told } = await open();
    const account = await openAccount();
    good(await listings.setMultiples('EURUSD', [7]));
    expect(await listings.unlist('EURUSD')).toMatchObject({
      error: { code: CODE.conflict, message: expect.stringContaining('close-only first') },
    });
    good(await listings.setMode('EURUSD', 'close-only'));
    expect(good(await listings.unlist('EURUSD')).isListed).toBe(false);
    expect(told).toEqual(['EURUSD closed']);
    expect(listings.market.instruments().map(({ code }) => code)).not.toContain('EURUSD');
    expect(listings.market.instrument(EURUSD)).toBeUndefined();
    expect(listings.market.instrumentByCode('EURUSD')).toBeUndefined();
    expect(listings.market.quote(EURUSD)).toBeUndefined();
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 7 })))).toBe(
      CODE.notFound,
    );
    expect(listings.all().find(({ instrument }) => instrument.code === 'EURUSD')?.isListed).toBe(false);
    good(await listings.listAgain('EURUSD'));
    expect(told).toEqual(['EURUSD closed', 'EURUSD open']);
    expect(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 7 }))).toMatchObject({
      error: { code: CODE.marketClosed, facts: { reason: 'close-only' } },
    });
    good(await listings.setMode('EURUSD', 'open'));
    expect(codeOf(await exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 7 })))).toBe(1);
  });

  it('keeps an instrument with open positions, which can be closed meanwhile', async () => {
    const { exchange, listings, openAccount, stored } = await open();
    const account = await openAccount();
    const position = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await listings.setMode('EURUSD', 'close-only'));
    expect(await listings.unlist('EURUSD')).toMatchObject({
      ok: false,
      error: { code: CODE.conflict, message: expect.stringMatching(/1 open position:.*orders close/) },
    });
    expect(await stored()).toMatchObject([{ isListed: true }]);
    expect(codeOf(await exchange.close(account, position.id, undefined, undefined))).toBe(1);
    expect(good(await listings.unlist('EURUSD')).isListed).toBe(false);
  });

  it('keeps an instrument with pending orders', async () => {
    const { exchange, listings, openAccount } = await open();
    good(await exchange.submit(await openAccount(), ticket('EURUSD', 'buy', { target: 1 })));
    good(await listings.setMode('EURUSD', 'close-only'));
    expect(await listings.unlist('EURUSD')).toMatchObject({
      error: { code: CODE.conflict, message: expect.stringContaining('1 waiting order:') },
    });
  });

  it('keeps an instrument that converts the profits of another, and lists none without it', async () => {
    const { listings, stored } = await open();
    good(await listings.setMode('USDHKD', 'close-only'));
    good(await listings.setMode('HSBC', 'close-only'));
    expect(await listings.unlist('USDHKD')).toMatchObject({
      error: { code: CODE.conflict, message: expect.stringContaining('HSBC') },
    });
    good(await listings.unlist('HSBC'));
    good(await listings.unlist('USDHKD'));
    expect(codeOf(await listings.listAgain('HSBC'))).toBe(CODE.conflict);
    expect((await stored()).map(({ isListed }) => isListed)).toEqual([false, false]);
    good(await listings.listAgain('USDHKD'));
    good(await listings.listAgain('HSBC'));
  });

  it('accepts no order while an instrument is being removed', async () => {
    const { exchange, listings, openAccount, store } = await open();
    const accounts = await Promise.all(Array.from({ length: 4 }, openAccount));
    const submit = (account: (typeof accounts)[number]) => exchange.submit(account, ticket('EURUSD', 'buy'));
    const outcomes = new Set<boolean>();
    const moments = Array.from({ length: 60 }, (_, i) => i - 20);
    for (const moment of moments) {
      // Orders shortly before the operator's command, or after it has started.
      const early = moment < 0 ? accounts.map(submit) : [];
      await wait(-moment);
      const step = listings.setMode('EURUSD', 'close-only').then(() => listings.unlist('EURUSD'));
      await wait(moment);
      const late = moment < 0 ? [] : accounts.map(submit);
      const isUnlisted = (await step).ok;
      await Promise.all([...early, ...late]);
      const { open: count } = await listingRepository(store.read).working('EURUSD');
      expect(isUnlisted, `${count} positions at moment ${moment}`).toBe(count === 0);
      outcomes.add(isUnlisted);
      for (const account of accounts)
        for (const { id } of await exchange.working(account))
          good(await exchange.close(account, id, undefined, undefined));
      good(await listings.listAgain('EURUSD'));
      good(await listings.setMode('EURUSD', 'open'));
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });
});

describe('a refused change', () => {
  const long = Array.from({ length: 13 }, (_, i) => i + 1);
  it.each<[string, (scene: ListingsScene) => Promise<unknown>, number]>([
    ['an unknown code', ({ listings }) => listings.setMultiples('NOPE', [1]), CODE.notFound],
    ['a multiple of zero', ({ listings }) => listings.setMultiples('EURUSD', [0]), CODE.badParameter],
    ['a multiple above 1000', ({ listings }) => listings.setMultiples('EURUSD', [1_001]), CODE.badParameter],
    ['a broken multiple', ({ listings }) => listings.setMultiples('EURUSD', [1.5]), CODE.badParameter],
    ['a multiple twice', ({ listings }) => listings.setMultiples('EURUSD', [5, 5]), CODE.badParameter],
    ['thirteen multiples', ({ listings }) => listings.setMultiples('EURUSD', long), CODE.badParameter],
    ['a fee below zero', ({ listings }) => listings.setFee('EURUSD', -1), CODE.badParameter],
    ['a fee above the margin', ({ listings }) => listings.setFee('EURUSD', 1_000_001), CODE.badParameter],
    [
      'a minimum of nothing',
      ({ listings }) => listings.setMinimum('EURUSD', volumeFromWire(0)),
      CODE.badParameter,
    ],
    [
      'a minimum between steps',
      ({ listings }) => listings.setMinimum('EURUSD', volumeFromWire(0.015)),
      CODE.badParameter,
    ],
    [
      'a minimum beyond all orders',
      ({ listings }) => listings.setMinimum('EURUSD', volumeFromWire(1_000.01)),
      CODE.badParameter,
    ],
  ])('(%s) changes nothing', async (_, change, code) => {
    const scene = await open();
    const before = scene.listings.all();
    expect(await change(scene)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(/\.$/) },
    });
    expect(scene.listings.all()).toEqual(before);
    expect(await scene.stored()).toEqual([]);
  });

  it('that cannot be stored changes nothing either', async () => {
    const scene = await open();
    await scene.store.close();
    scenes.splice(0);
    await expect(scene.listings.setMultiples('EURUSD', [2])).rejects.toThrow();
    await expect(scene.listings.unlist('EURUSD')).rejects.toThrow();
    expect(scene.listings.market.instrument(EURUSD)).toEqual(scene.market.instrument(EURUSD));
  });
});

describe('a restart', () => {
  it('restores every change', async () => {
    const dataDir = dataFolder();
    const first = await startListings({ dataDir });
    good(await first.listings.setMultiples('EURUSD', [3, 9]));
    good(await first.listings.setFee('EURUSD', 250));
    good(await first.listings.setMinimum('EURUSD', volumeFromWire(0.2)));
    good(await first.listings.setHours('EURUSD', 'closed'));
    good(await first.listings.setMultiples('XAUUSD', []));
    good(await first.listings.setMode('HSBC', 'close-only'));
    good(await first.listings.unlist('HSBC'));
    good(await first.listings.setMode('XAUUSD', 'halted'));
    const before = first.listings.all();
    await first.stop();
    const second = await open({ dataDir });
    expect(second.listings.all()).toEqual(before);
    expect(second.listings.market.instrument(EURUSD)).toMatchObject({
      multiples: [3, 9],
      feeRateMillionths: 250,
      minVolume: 2_000,
      market: { status: 'closed' },
    });
    expect(second.listings.market.instrumentByCode('HSBC')).toBeUndefined();
    // The first change after a restart is based on the stored terms, not on the catalogue.
    good(await second.listings.setHours('EURUSD', 'always'));
    expect(second.listings.market.instrument(EURUSD)).toMatchObject({
      multiples: [3, 9],
      market: { status: 'open' },
    });
  });
});
