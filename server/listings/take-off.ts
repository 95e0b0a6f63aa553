import type { Instrument } from '../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { type ListingChange, unchanged } from './listing-change.ts';
import { listingRepository } from './listing-repository.ts';
import { stillNeeded, stillOpens } from './listing-rules.ts';

/** What is stored of an instrument. Another process that changes it waits for the end of the transaction. */
export async function storedChange(transaction: Db, code: string): Promise<ListingChange> {
  await takeTurn(transaction, `listing ${code}`);
  return (await listingRepository(transaction).find(code)) ?? unchanged(code);
}

/** Orders that this process decided before are stored by this write at the latest; those of other dealers may not be. */
export const storeDecided = (store: Store): Promise<void> => store.write(async () => undefined);

/** What becomes of an instrument's terms; undefined: they stay. */
export type NewTerms = (
  before: ListingChange,
  transaction: Db,
) => Partial<ListingChange> | undefined | Promise<Partial<ListingChange> | undefined>;

/** @returns what is stored from now on; undefined: what was stored before */
export const saveTerms = (
  store: Store,
  clock: Clock,
  code: string,
  terms: NewTerms,
): Promise<ListingChange | undefined> =>
  store.write(async (transaction) => {
    const before = await storedChange(transaction, code);
    const changed = await terms(before, transaction);
    if (changed === undefined) return undefined;
    const after = { ...before, ...changed };
    await listingRepository(transaction).save(after, clock.now());
    return after;
  });

/**
 * Stores that an instrument is no longer listed, unless it is still needed. Nothing may be opened in it any more: orders
 * decided before that are stored by the first write at the latest, so the second one sees them.
 */
export async function takeOff(
  store: Store,
  market: Market,
  instrument: Instrument,
  now: TimestampMs,
): Promise<Result<ListingChange>> {
  const { code } = instrument;
  await storeDecided(store);
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

/** How often it is looked whether a retired instrument can leave the list, in steps of the market’s watch: 2 s. */
const SWEEP_STEPS = 2;

/** Takes retired instruments off the list that can be, at each second call; nothing while it is at it. */
export function createSweep(
  retired: () => readonly string[],
  unlist: (code: string) => Promise<unknown>,
): () => void {
  let isSweeping = false;
  let steps = 0;
  return () => {
    if (++steps % SWEEP_STEPS !== 0) return;
    const codes = isSweeping ? [] : retired();
    if (codes.length === 0) return;
    isSweeping = true;
    const all = async () => {
      for (const code of codes) await unlist(code);
    };
    // The store itself reports that it is out of reach.
    void all()
      .catch(() => undefined)
      .finally(() => {
        isSweeping = false;
      });
  };
}
