import { CODE } from '../../shared/contract/codes.ts';
import type { Mode } from '../../shared/domain/allowed.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import type { Feed, Market } from '../feed/market.ts';
import { createListeners } from '../listeners.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { type CalendarDay, cutsByMarket } from './calendar.ts';
import { calendarRepository } from './calendar-repository.ts';
import { changedInstrument } from './changed-instrument.ts';
import { createListedMarket, type ListedMarket } from './listed-market.ts';
import { type HoursChoice, type ListingChange, unchanged } from './listing-change.ts';
import { listingRepository } from './listing-repository.ts';
import {
  missingConversion,
  stillNeeded,
  stillOpens,
  wrongFee,
  wrongMinimum,
  wrongMultiples,
} from './listing-rules.ts';

/*
 * The operator's changes to instruments: leverages, fee, hours, smallest order, listing. They apply at once and are stored.
 * All other rooms see the market through this room (`market`); only the operator's command changes it. Prices belong to
 * `feed/`, the instruments' own terms to `catalogue/`.
 */

/** An instrument as an operator sees it. */
export interface Listing {
  /** On its current terms; for an unlisted instrument those it would have. */
  readonly instrument: Instrument;
  readonly isListed: boolean;
  /** The operator's hours; undefined: those of its price source. */
  readonly hours: HoursChoice | undefined;
  /** Meaning of the fee rate. */
  readonly feeType: FeeType;
}

/**
 * Changes apply at once to new orders; open positions keep their margin and fee, pending orders their multiple. A refusal
 * changes nothing; its message is a sentence for the operator: 4004 for an unknown code, 4000 with `field` for a value out
 * of bounds, 4009 for an instrument that is still needed.
 */
export interface Listings {
  /** The market on the changed terms, for all other rooms. */
  readonly market: ListedMarket;
  all(): readonly Listing[];
  find(code: string): Result<Listing>;
  /** 1 to 1000 each, at most 12; without any the instrument cannot be traded (4103). */
  setMultiples(code: string, multiples: readonly number[]): Promise<Result<Listing>>;
  /** @param rateMillionths of a USD a lot, or of the margin, as the fee type says; never more than 1,000 USD or the margin */
  setFee(code: string, rateMillionths: number): Promise<Result<Listing>>;
  setHours(code: string, hours: HoursChoice): Promise<Result<Listing>>;
  /** A whole number of lot steps. */
  setMinimum(code: string, minVolume: Volume): Promise<Result<Listing>>;
  /** What may be dealt in it from now on. Positions, stops and pending orders stay. */
  setMode(code: string, mode: Mode): Promise<Result<Listing>>;
  /** Takes it off the list; refused while positions are open in it, orders wait, or other instruments are converted by it. */
  unlist(code: string): Promise<Result<Listing>>;
  listAgain(code: string): Promise<Result<Listing>>;
  /** Days on which markets are closed, or close early. They apply at once, to all instruments of a market. */
  readonly calendar: {
    days(): readonly CalendarDay[];
    set(day: CalendarDay, how: 'add' | 'remove'): Promise<void>;
  };
  /** Applies what another process has stored. */
  readAgain(): Promise<void>;
  /** Called after a change of this process is stored. @returns unsubscribe */
  onChange(listener: () => void): () => void;
}

export interface ListingsDeps {
  readonly store: Store;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly feeType: FeeType;
}

/** Applies the stored changes to the feed; prices need not run yet. */
export async function createListings(deps: ListingsDeps): Promise<Listings> {
  const { store, feed, clock, feeType } = deps;
  const market = createListedMarket(feed, feeType, clock);
  const changes = new Map<string, ListingChange>();
  const listeners = createListeners<[]>();
  let days: readonly CalendarDay[] = [];
  const read = async () => {
    for (const change of await listingRepository(store.read).changes()) {
      changes.set(change.code, change);
      market.apply(change);
    }
    days = await calendarRepository(store.read).days();
    market.applyCalendar(cutsByMarket(days));
  };
  await read();
  const turns = createMailboxes<'listings'>();

  const changeOf = (code: string): ListingChange => changes.get(code) ?? unchanged(code);

  const listing = (instrument: Instrument): Listing => {
    const change = changeOf(instrument.code);
    const state = market.stateOf(change, instrument);
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

  /** Runs one change after the other, so that each is checked against the result of the one before. */
  const change = (
    code: string,
    terms: (before: ListingChange) => Partial<ListingChange>,
    wrong: (listed: Listing) => Refusal | undefined = () => undefined,
  ): Promise<Result<Listing>> =>
    turns.run('listings', async () => {
      const found = find(code);
      const refused = found.ok ? wrong(found.value) : found.error;
      if (refused) return err(refused);
      const changed = await store.write(async (transaction) => {
        const before = await storedChange(transaction, code);
        const after = { ...before, ...terms(before) };
        await listingRepository(transaction).save(after, clock.now());
        return after;
      });
      changes.set(code, changed);
      market.apply(changed);
      listeners.call();
      return find(code);
    });

  const unlist = async (code: string): Promise<Result<Listing>> => {
    const found = find(code);
    if (!found.ok || !found.value.isListed) return found;
    const unlisted = await takeOff(store, market, found.value.instrument, clock.now());
    if (!unlisted.ok) return unlisted;
    changes.set(code, unlisted.value);
    market.apply(unlisted.value);
    listeners.call();
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
    setMode: (code, mode) =>
      change(code, (before) => (before.mode === mode ? {} : { mode, modeSince: feed.now() })),
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
    calendar: {
      days: () => days,
      set: (day, how) =>
        turns.run('listings', async () => {
          await store.write((transaction) => calendarRepository(transaction).set(day, how === 'remove'));
          days = await calendarRepository(store.read).days();
          market.applyCalendar(cutsByMarket(days));
          listeners.call();
        }),
    },
    readAgain: () => turns.run('listings', read),
    onChange: listeners.add,
  };
}

/** What is stored of an instrument. Another process that changes it waits for the end of the transaction. */
async function storedChange(transaction: Db, code: string): Promise<ListingChange> {
  await takeTurn(transaction, `listing ${code}`);
  return (await listingRepository(transaction).find(code)) ?? unchanged(code);
}

/**
 * Stores that an instrument is no longer listed, unless it is still needed. Nothing may be opened in it any more: orders
 * decided before that are stored by the first write at the latest, so the second one sees them.
 */
async function takeOff(
  store: Store,
  market: Market,
  instrument: Instrument,
  now: TimestampMs,
): Promise<Result<ListingChange>> {
  const { code } = instrument;
  await store.write(async () => undefined);
  return store.write(async (transaction) => {
    const listings = listingRepository(transaction);
    const before = await storedChange(transaction, code);
    const working = await listings.working(code);
    const refused = stillOpens(before) ?? stillNeeded(instrument, working, market.instruments());
    if (refused) return err(refused);
    const unlisted = { ...before, isListed: false };
    await listings.save(unlisted, now);
    return ok(unlisted);
  });
}
