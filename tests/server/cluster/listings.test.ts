import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { sendJson } from '../../../server/bus/json-messages.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { followListings, publishEvents } from '../../../server/cluster/events.ts';
import { listingRepository } from '../../../server/listings/listing-repository.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import { good, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { startListings } from '../listings/listings-scene.ts';

it('an operator’s change in one process reaches the instruments of another', async () => {
  const scene = await startListings();
  const { store, clock, market: feed } = scene;
  const other = await createListings({ store, feed, clock, feeType: 'of-margin' });
  const errors: unknown[] = [];
  const report = (error: unknown) => errors.push(error);
  const bus = createLocalBus(clock, report);
  onTestFinished(publishEvents(bus, scene));
  onTestFinished(followListings(bus, other, clock, report));
  scene.market.tick('EURUSD', 1.1);
  good(await scene.listings.setMultiples('EURUSD', [7]));
  await expect.poll(() => other.market.instrumentByCode('EURUSD')?.multiples).toEqual([7]);
  good(await scene.listings.setMode('EURUSD', 'close-only'));
  await expect.poll(() => other.market.instrumentByCode('EURUSD')?.mode).toBe('close-only');
  good(await scene.listings.unlist('EURUSD'));
  await expect.poll(() => other.market.instrumentByCode('EURUSD')).toBeUndefined();
  expect(errors).toEqual([]);
});

it('a new instrument is known to another process, where it waits for the next start', async () => {
  const { store, clock, market: feed } = await startListings();
  const parts = { store, feed, clock, feeType: 'of-margin' } as const;
  const one = await createListings({ ...parts, instruments: 'kept' });
  const other = await createListings({ ...parts, instruments: 'followed' });
  const errors: unknown[] = [];
  const bus = createLocalBus(clock, (error) => errors.push(error));
  onTestFinished(publishEvents(bus, { listings: one }));
  onTestFinished(followListings(bus, other, clock, (error) => errors.push(error)));
  const terms = { category: 'other', quoteCurrency: 'USD', precision: 2, contractSize: 10 };
  expect(await one.add('COCOA', terms)).toMatchObject({ value: { isWaiting: true } });
  const known = () => other.find('COCOA');
  await expect.poll(known).toMatchObject({
    value: { isWaiting: true, instrument: { precision: 2, market: { status: 'closed' } } },
  });
  expect(other.market.instrumentByCode('COCOA')).toBeUndefined();
  expect(other.all().map(({ instrument }) => instrument.code)).toContain('COCOA');
  good(await one.change('COCOA', { showCode: 'Cocoa' }));
  await expect.poll(known).toMatchObject({ value: { instrument: { showCode: 'Cocoa', contractSize: 10 } } });
  expect(await one.setMode('COCOA', 'open')).toMatchObject({
    error: { message: expect.stringMatching(/next start/) },
  });
  // Prices would mean something else in the parts that have not started again.
  expect(await one.change('COCOA', { precision: 3 })).toMatchObject({
    error: { message: expect.stringMatching(/^Decimals are changed in an exchange of one process/) },
  });
  expect(errors).toEqual([]);
});

it('an operator’s change that could not be read is read again, until it is known', async () => {
  const clock = createManualClock(START);
  const bus = createLocalBus(clock, () => undefined);
  const read: string[] = [];
  const faults: unknown[] = [];
  let refusal: Error | undefined;
  const readAgain = async () => {
    read.push(refusal?.message ?? 'read');
    if (refusal) throw refusal;
  };
  const stop = followListings(bus, { readAgain }, clock, (error) => faults.push(error));
  onTestFinished(stop);
  // What was changed before it listened.
  await expect.poll(() => read).toEqual(['read']);
  refusal = new UnavailableError('away');
  sendJson(bus, 'cfg', {});
  bus.missed();
  await setImmediate();
  refusal = new Error('broken');
  clock.advance(1_000);
  await setImmediate();
  refusal = undefined;
  clock.advance(5_000);
  expect(read).toEqual(['read', 'away', 'away', 'broken', 'read']);
  expect(faults).toEqual([new Error('broken')]);
  stop();
  sendJson(bus, 'cfg', {});
  expect(read).toHaveLength(5);
});

it('an operator’s change keeps what another process has changed of the same instrument a moment before', async () => {
  const scene = await startListings();
  const { store, clock, market: feed, listings } = scene;
  const other = await createListings({ store, feed, clock, feeType: 'of-margin' });
  good(await listings.setFee('EURUSD', 700));
  good(await listings.setMode('EURUSD', 'close-only'));
  good(await other.setMultiples('EURUSD', [7]));
  const changed = { code: 'EURUSD', feeRates: { 'of-margin': 700 }, multiples: [7], modeSince: feed.now() };
  expect(await scene.stored()).toEqual([{ ...changed, mode: 'close-only', isListed: true }]);
  expect(other.market.instrumentByCode('EURUSD')).toMatchObject({ feeRateMillionths: 700, multiples: [7] });

  // Where it is open again, orders could still come.
  good(await listings.setMode('EURUSD', 'open'));
  expect(await other.unlist('EURUSD')).toMatchObject({ ok: false, error: { code: 4009 } });
  expect(other.market.instrumentByCode('EURUSD')).toBeDefined();
  good(await listings.setMode('EURUSD', 'close-only'));
  good(await listings.setFee('EURUSD', 800));
  good(await other.unlist('EURUSD'));
  expect(await listingRepository(store.read).find('EURUSD')).toEqual({
    ...changed,
    feeRates: { 'of-margin': 800 },
    mode: 'close-only',
    isListed: false,
  });
});
