import { CODE } from '../../shared/contract/codes.ts';
import type { Mode } from '../../shared/domain/allowed.ts';
import type { Rates } from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { instrumentOf } from '../catalogue/catalogue.ts';
import { entryOf, type InstrumentRecord, instrumentRepository } from '../catalogue/instrument-repository.ts';
import type { Clock } from '../clock.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import type { NightRates } from '../exchange/nights.ts';
import type { Feed, Tuning } from '../feed/market.ts';
import { createListeners } from '../listeners.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { createApplyStored } from './apply-stored.ts';
import { type CalendarDay, cutsByMarket } from './calendar.ts';
import { calendarRepository } from './calendar-repository.ts';
import { changedInstrument } from './changed-instrument.ts';
import {
  changedRecord,
  changesKept,
  changesRate,
  type GivenTerms,
  newInstrument,
} from './instrument-terms.ts';
import { createListedMarket, type ListedMarket } from './listed-market.ts';
import type { Listing } from './listing.ts';
import { type HoursChoice, type ListingChange, unchanged } from './listing-change.ts';
import { listingRepository } from './listing-repository.ts';
import {
  cannotOpen,
  IN_PARTS,
  missingConversion,
  RECORDED,
  stillNeeded,
  stillOpens,
  wrongFee,
  wrongMinimum,
  wrongMultiples,
  wrongSpread,
} from './listing-rules.ts';
import { createNightRates } from './night-rates.ts';
import { hasSpread, present, spreadTerms } from './spread.ts';
import { createSweep, type NewTerms, saveTerms, storeDecided, storedChange, takeOff } from './take-off.ts';

/*
 * The instruments that there are, and the operator's changes to them. They apply at once, but for what says otherwise, and are stored.
 * All other rooms see the market through this room (`market`); only the operator's command changes it. Prices belong to
 * `feed/`, the instruments' own terms to `catalogue/`.
 */

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
  /** A new instrument, at once where the feed of this process can take it. */
  add(code: string, terms: GivenTerms): Promise<Result<Listing>>;
  /**
   * Precision, contract size, quote currency and margin mode only while nothing works in it and it is not open; a precision
   * counts from the next start of the feed on.
   */
  change(code: string, terms: GivenTerms): Promise<Result<Listing>>;
  /** Makes it close-only, and takes it off the list as soon as nothing works in it. */
  retire(code: string): Promise<Result<Listing>>;
  /** What each side pays from the next night on. */
  setNightRates(code: string, rates: Rates): Promise<Result<Listing>>;
  readonly nights: NightRates;
  /** What is stale, and what is implausible, where prices come from outside. */
  tune(code: string, tuning: Partial<Omit<Tuning, 'maxSpread'>>): Promise<Result<Listing>>;
  /** Points that are added to its ask from the market's next opening on; at once while no order works in it. */
  setSpread(code: string, points: number): Promise<Result<Listing>>;
  /** @param points undefined: by its spreads */
  setMaxSpread(code: string, points: number | undefined): Promise<Result<Listing>>;
  /** Whether an operator adds, or will add, to the asks of an instrument. */
  hasSpreads(): boolean;
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
  /**
   * Whether the instruments are those of the database; `kept`: this process takes retired ones off the list.
   * @default `recorded`: they come with their prices
   */
  readonly instruments?: 'recorded' | 'followed' | 'kept';
}

/** Applies the stored changes to the feed; prices need not run yet. */
export async function createListings(deps: ListingsDeps): Promise<Listings> {
  const { store, feed, clock, feeType, instruments: source = 'recorded' } = deps;
  const market = createListedMarket(feed, feeType, clock, () => {
    if (source === 'kept') sweep();
    stores.step();
  });
  let records: ReadonlyMap<string, InstrumentRecord> = new Map();
  const changes = new Map<string, ListingChange>();
  const listeners = createListeners<[]>();
  let days: readonly CalendarDay[] = [];
  const nights = createNightRates(store);
  const readRecords = async () => {
    if (source === 'recorded') return;
    const all = await instrumentRepository(store.read).all();
    records = new Map(all.map((record) => [record.code, record]));
    for (const record of all) {
      const { code, changedAt } = record;
      market.applyEntry(entryOf(record, new Set(records.keys())), changedAt !== undefined);
      if (changedAt !== undefined) tune(code);
    }
  };
  const tune = (code: string): void => {
    const id = feed.instrumentByCode(code)?.id;
    const { staleMs, boundMillionths } = records.get(code) ?? {};
    if (id !== undefined)
      feed.tune?.(id, { staleMs, boundMillionths, maxSpread: changes.get(code)?.maxSpread });
  };
  /** What is stored of an instrument from now on. */
  const take = (change: ListingChange): void => {
    const before = changes.get(change.code);
    changes.set(change.code, change);
    market.apply(change);
    if (before?.maxSpread !== change.maxSpread) tune(change.code);
  };
  const read = async () => {
    await readRecords();
    for (const change of await listingRepository(store.read).changes()) take(change);
    for (const [code, rates] of await nights.read()) market.applyRates(code, rates);
    days = await calendarRepository(store.read).days();
    market.applyCalendar(cutsByMarket(days));
  };
  await read();
  const turns = createMailboxes<'listings'>();
  const stores = createApplyStored(() => turns.run('listings', read), listeners.call);
  /** Stores a change of something else than one instrument's terms, and applies it. */
  const stored = (change: () => Promise<void>): Promise<void> =>
    turns.run('listings', async () => {
      await change();
      await stores.apply(read);
    });

  const changeOf = (code: string): ListingChange => changes.get(code) ?? unchanged(code);

  const listing = (instrument: Instrument): Listing => {
    const change = changeOf(instrument.code);
    const state = market.stateOf(change, instrument);
    const record = records.get(instrument.code);
    return {
      instrument: changedInstrument(market.onTerms(instrument), change, state, feeType),
      isListed: change.isListed,
      hours: change.hours,
      ...present(change, feed),
      maxSpread: change.maxSpread,
      feeType,
      record,
      isWaiting:
        record !== undefined &&
        (feed.instrument(instrument.id)?.precision !== record.precision ||
          record.nextPrecision !== undefined),
    };
  };

  const find = (code: string): Result<Listing> => {
    const record = records.get(code);
    const instrument = feed.instrumentByCode(code) ?? (record && waiting(record, records, feeType));
    return instrument === undefined ? unknown(code) : ok(listing(instrument));
  };

  /** Runs one change after the other; each is checked against the one before. `again` judges what is stored, before and after it is applied. */
  const change = (
    code: string,
    terms: NewTerms,
    wrong: (listed: Listing) => Refusal | undefined = () => undefined,
    again?: NewTerms,
  ): Promise<Result<Listing>> =>
    turns.run('listings', async () => {
      const found = find(code);
      const refused = found.ok ? wrong(found.value) : found.error;
      if (refused) return err(refused);
      const changed = await saveTerms(store, clock, code, terms);
      const judged = (again && (await saveTerms(store, clock, code, again))) ?? changed;
      if (judged) take(judged);
      if (again) await storeDecided(store);
      const last = again && (await saveTerms(store, clock, code, again));
      if (last) take(last);
      listeners.call();
      return find(code);
    });

  const unlist = async (code: string): Promise<Result<Listing>> => {
    const found = find(code);
    if (!found.ok || !found.value.isListed) return found;
    const unlisted = await takeOff(store, market, found.value.instrument, clock.now());
    if (!unlisted.ok) return unlisted;
    take(unlisted.value);
    listeners.call();
    return find(code);
  };

  /** Stores what is made of an instrument's record, or of none, and applies it. */
  const write = (
    code: string,
    made: (
      before: InstrumentRecord | undefined,
      transaction: Db,
    ) => Promise<Result<InstrumentRecord>> | Result<InstrumentRecord>,
  ): Promise<Result<Listing>> =>
    turns.run('listings', async () => {
      if (source === 'recorded') return err(RECORDED);
      const written = await store.write(async (transaction) => {
        await takeTurn(transaction, `listing ${code}`);
        const before = await instrumentRepository(transaction).find(code);
        const after = await made(before, transaction);
        const changedAt = before && clock.now();
        if (after.ok) await instrumentRepository(transaction).save({ ...after.value, changedAt });
        return after;
      });
      if (!written.ok) return written;
      if (feed.instrumentByCode(code) === undefined)
        feed.add?.(entryOf(written.value, new Set([code, ...records.keys()])));
      await stores.apply(async () => {
        await readRecords();
        market.apply(changeOf(code));
      });
      return find(code);
    });
  const rewrite = (code: string, terms: (before: InstrumentRecord) => Partial<InstrumentRecord>) =>
    write(code, (before) => (before ? ok({ ...before, ...terms(before) }) : unknown(code)));

  const changeTerms = async (code: string, terms: GivenTerms): Promise<Result<Listing>> => {
    await storeDecided(store);
    return write(code, async (before, transaction) => {
      if (before === undefined) return unknown(code);
      if (feed.add === undefined && (terms.precision ?? before.precision) !== before.precision)
        return err(IN_PARTS);
      const after = changedRecord(before, terms, await instrumentRepository(transaction).all());
      const found = find(code);
      if (!after.ok || !found.ok || !changesKept(terms, before)) return after;
      const working = await listingRepository(transaction).working(code);
      const converted = changesRate(terms, before) ? market.instruments() : [];
      const refused =
        stillNeeded(found.value.instrument, working, converted) ??
        stillOpens(await storedChange(transaction, code));
      if (refused) return err(refused);
      const former = entryOf(before, new Set(records.keys()));
      await instrumentRepository(transaction).keepFormer(former, feed.now());
      return after;
    });
  };

  const retire = async (code: string): Promise<Result<Listing>> => {
    const found = find(code);
    if (!found.ok) return found;
    const { instrument } = found.value;
    const needed = stillNeeded(instrument, { open: 0, pending: 0 }, market.instruments());
    if (needed) return err(needed);
    if (instrument.mode === 'open') await change(code, () => ({ mode: 'close-only', modeSince: feed.now() }));
    const retired = await rewrite(code, () => ({ isRetired: 1 }));
    if (!retired.ok || instrument.mode === 'open') return retired;
    const gone = await turns.run('listings', () => unlist(code));
    return gone.ok ? gone : find(code);
  };

  const retired = () =>
    [...records.values()].flatMap(({ code, isRetired }) =>
      isRetired === 1 && changeOf(code).isListed ? [code] : [],
    );
  const unlistInTurn = (code: string) => turns.run('listings', () => unlist(code));
  const sweep = createSweep(retired, unlistInTurn);

  return {
    market,
    all: () => {
      const waits = [...records.values()].filter(({ code }) => feed.instrumentByCode(code) === undefined);
      return [...feed.instruments(), ...waits.map((one) => waiting(one, records, feeType))].map(listing);
    },
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
      change(
        code,
        (before) => (before.mode === mode ? {} : { mode, modeSince: feed.now() }),
        ({ record, isWaiting }) =>
          mode === 'open' ? cannotOpen(code, record?.isRetired === 1, isWaiting) : undefined,
      ),
    setMinimum: (code, minVolume) =>
      change(
        code,
        () => ({ minVolume }),
        ({ instrument }) => wrongMinimum(minVolume, instrument),
      ),
    unlist: unlistInTurn,
    async listAgain(code) {
      const listed = await change(
        code,
        () => ({ isListed: true }),
        ({ instrument }) => missingConversion(instrument, market.instruments()),
      );
      return listed.ok && listed.value.record?.isRetired === 1
        ? rewrite(code, () => ({ isRetired: 0 }))
        : listed;
    },
    add: (code, terms) =>
      write(code, async (_, transaction) =>
        newInstrument(code, terms, await instrumentRepository(transaction).all()),
      ),
    change: changeTerms,
    retire,
    tune: (code, tuning) => rewrite(code, () => tuning),
    async setNightRates(code, rates) {
      if (find(code).ok) await stored(() => nights.set(code, rates, market.now()));
      return find(code);
    },
    nights,
    async setSpread(code, points) {
      await storeDecided(store);
      const { first, again } = spreadTerms(code, points, market, feed);
      return change(code, first, () => wrongSpread(points), again);
    },
    setMaxSpread: (code, maxSpread) =>
      change(
        code,
        () => ({ maxSpread }),
        () => (maxSpread === undefined ? undefined : wrongSpread(maxSpread)),
      ),
    hasSpreads: () => [...changes.values()].some((one) => hasSpread(present(one, feed))),
    calendar: {
      days: () => days,
      set: (day, how) =>
        stored(() =>
          store.write((transaction) => calendarRepository(transaction).set(day, how === 'remove')),
        ),
    },
    readAgain: () => turns.run('listings', read),
    onChange: listeners.add,
  };
}

/** One that the feed does not have yet. */
const waiting = (
  record: InstrumentRecord,
  all: ReadonlyMap<string, InstrumentRecord>,
  feeType: FeeType,
): Instrument => instrumentOf(entryOf(record, new Set(all.keys())), { status: 'closed' }, feeType);

const unknown = (code: string): Result<never> =>
  err(refusal(CODE.notFound, `There is no instrument ${code.slice(0, 20)}.`));
