import { expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { followListings, publishEvents } from '../../../server/cluster/events.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { good } from '../../helpers/dealing.ts';
import { startDesk } from '../listings/desk.ts';

it('an operator’s change in one process reaches the instruments of another', async () => {
  const desk = await startDesk();
  onTestFinished(() => desk.stop());
  const { store, clock, market: feed } = desk;
  const other = await createListings({ store, feed, clock, feeType: 'of-margin' });
  const errors: unknown[] = [];
  const report = (error: unknown) => errors.push(error);
  const bus = createLocalBus(clock, report);
  onTestFinished(publishEvents(bus, desk));
  onTestFinished(followListings(bus, other, report));
  desk.market.tick('EURUSD', 1.1);
  good(await desk.listings.setMultiples('EURUSD', [7]));
  await expect.poll(() => other.market.instrumentByCode('EURUSD')?.multiples).toEqual([7]);
  good(await desk.listings.unlist('EURUSD'));
  await expect.poll(() => other.market.instrumentByCode('EURUSD')).toBeUndefined();
  expect(errors).toEqual([]);
});
