import { CODE } from '../../shared/contract/codes.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import type { Feed } from '../feed/market.ts';
import type { Store } from '../store/store.ts';
import { type ListingChange, unchanged } from './change.ts';
import { createListedMarket, type ListedMarket } from './listed-market.ts';
import { listingRepository } from './listing-repository.ts';
import type { Listing, Listings } from './listings.ts';
import { changedInstrument, stateUnder } from './overlay.ts';
import { missingConversion, stillNeeded, wrongFee, wrongMinimum, wrongMultiples } from './rules.ts';

export interface ListingsParts {
  readonly store: Store;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly feeType: FeeType;
}

/** Puts the stored changes over the feed; prices need not run yet. */
export async function createListings({ store, feed, clock, feeType }: ListingsParts): Promise<Listings> {
  const market = createListedMarket(feed, feeType, clock);
  const changes = new Map(
    (await listingRepository(store.read).changes()).map((change) => [change.code, change]),
  );
  for (const change of changes.values()) market.apply(change);
  const turns = createMailboxes<'listings'>();

  const changeOf = (code: string): ListingChange => changes.get(code) ?? unchanged(code);

  const listing = (instrument: Instrument): Listing => {
    const change = changeOf(instrument.code);
    const { state } = stateUnder(change.hours, instrument.market, feed.now());
    return {
      instrument: changedInstrument(instrument, change, state, feeType),
      isListed: change.isListed,
      hours: change.hours,
      feeType,
    };
  };

  const find = (code: string): Result<Listing> => {
    const instrument = feed.instrumentByCode(code);
    return instrument === undefined
      ? err(refusal(CODE.notFound, `There is no instrument ${code.slice(0, 20)}.`))
      : ok(listing(instrument));
  };

  /** One change after the other, so that each is judged on what the one before left. */
  const change = (
    code: string,
    terms: (before: ListingChange) => Partial<ListingChange>,
    wrong: (listed: Listing) => Refusal | undefined = () => undefined,
  ): Promise<Result<Listing>> =>
    turns.run('listings', async () => {
      const found = find(code);
      const refused = found.ok ? wrong(found.value) : found.error;
      if (refused) return err(refused);
      const before = changeOf(code);
      const changed = { ...before, ...terms(before) };
      await store.write((transaction) => listingRepository(transaction).save(changed, clock.now()));
      changes.set(code, changed);
      market.apply(changed);
      return find(code);
    });

  const unlist = async (code: string): Promise<Result<Listing>> => {
    const found = find(code);
    if (!found.ok || !found.value.isListed) return found;
    const unlisted = { ...changeOf(code), isListed: false };
    try {
      const refused = await takeOff(store, market, found.value.instrument, unlisted, clock.now());
      if (refused) return err(refused);
      changes.set(code, unlisted);
    } finally {
      market.apply(changeOf(code));
    }
    return find(code);
  };

  return {
    market,
    all: () => feed.instruments().map(listing),
    find,
    setMultiples: (code, multiples) =>
      change(
        code,
        () => ({ multiples: multiples.toSorted((a, b) => a - b) }),
        () => wrongMultiples(multiples),
      ),
    setFee: (code, rate) =>
      change(
        code,
        ({ feeRates }) => ({ feeRates: { ...feeRates, [feeType]: rate } }),
        () => wrongFee(rate, feeType),
      ),
    setHours: (code, hours) => change(code, () => ({ hours })),
    setMinimum: (code, minVolume) =>
      change(
        code,
        () => ({ minVolume }),
        ({ instrument }) => wrongMinimum(minVolume, instrument),
      ),
    unlist: (code) => turns.run('listings', () => unlist(code)),
    listAgain: (code) =>
      change(
        code,
        () => ({ isListed: true }),
        ({ instrument }) => missingConversion(instrument, market.instruments()),
      ),
  };
}

/**
 * Stores that an instrument is no longer listed, unless something stands against it. Nothing opens any more before it is
 * looked whether something is open: what was decided before that is stored with the first write at the latest, and seen
 * by the second. The market stays closed until another change is applied.
 */
async function takeOff(
  store: Store,
  market: ListedMarket,
  instrument: Instrument,
  unlisted: ListingChange,
  now: TimestampMs,
): Promise<Refusal | undefined> {
  market.apply({ ...unlisted, isListed: true, hours: 'closed' });
  await store.write(async () => undefined);
  return store.write(async (transaction) => {
    const listings = listingRepository(transaction);
    const working = await listings.working(instrument.code);
    const needed = stillNeeded(instrument, working, market.instruments());
    if (needed === undefined) await listings.save(unlisted, now);
    return needed;
  });
}
