import { price } from '../../shared/domain/price.ts';
import { err, ok } from '../../shared/result.ts';
import { changedFacts, isoOf, UNCHANGED } from '../command-values.ts';
import { previewSpread } from '../exchange/spread-preview.ts';
import type { Facts, Verb } from '../resource.ts';
import type { Store } from '../store/store.ts';
import type { Listing } from './listing.ts';
import { listingRepository } from './listing-repository.ts';
import { wrongSpread } from './listing-rules.ts';
import type { Listings } from './listings.ts';
import { nextOpening, plannedSpread } from './spread.ts';

export interface SpreadDeps {
  readonly listings: Listings;
  readonly store: Pick<Store, 'read'>;
  readonly config: { readonly stopOutPercent: number };
}

/** What an operator sees of an instrument's spread. */
export const spreadFacts = ({ spread, nextSpread, maxSpread }: Listing) =>
  ({
    spread,
    next_spread: nextSpread === undefined ? 'none' : `${nextSpread.points} from ${isoOf(nextSpread.from)}`,
    max_spread: maxSpread ?? 'default',
  }) satisfies Facts;

const AT_MIDNIGHT = 'No opening of its market is known: the change waits for the next 00:00 UTC.';
const PREVIEW =
  'stops, pending and stop_outs: positions, pending orders and accounts that the new ask would close or fill at the present quote.';

/** The verb `spread` of instruments. */
export const spreadVerb: Verb<SpreadDeps> = {
  help: 'Adds points of the last decimal to the ask; first says what that would trigger',
  parameters: {
    code: { help: 'The code, as in EURUSD', logged: true },
    points: { help: '0: none', logged: true },
    yes: { help: 'Changes it', optional: true, isFlag: true },
  },
  async run({ listings, store, config }, values) {
    const code = (values['code'] ?? '').toUpperCase();
    const points = Number(/^\d{1,7}$/.exec(values['points'] ?? '')?.[0]);
    const found = listings.find(code);
    const refused = found.ok ? wrongSpread(points) : found.error;
    if (!found.ok || refused) return err(refused?.message ?? '');
    const { instrument, spread } = found.value;
    const { market } = listings;
    const working = await listingRepository(store.read).working(code);
    const quote = market.quote(instrument.id);
    // The present ask triggers nothing that is not triggered anyway.
    if (quote === undefined && points !== spread && working.open + working.pending > 0)
      return err(`${code} has no price yet, so that nobody can say what it would trigger: try again later.`);
    const triggered =
      quote === undefined
        ? { stops: 0, pending: 0, stopOuts: 0 }
        : await previewSpread(
            store,
            market,
            instrument,
            price(quote.ask - spread + points),
            config.stopOutPercent,
          );
    const preview = {
      positions: working.open,
      orders: working.pending,
      stops: triggered.stops,
      pending: triggered.pending,
      stop_outs: triggered.stopOuts,
    };
    const opening = nextOpening(market, code);
    const note = (waits: boolean) => (waits && !opening.isKnown ? `${PREVIEW} ${AT_MIDNIGHT}` : PREVIEW);
    if (values['yes'] === undefined) {
      const { nextSpread } = plannedSpread(found.value, points, working, opening);
      const from = nextSpread === undefined ? 'at once' : isoOf(nextSpread.from);
      return ok({
        rows: [{ code, spread, to: points, from, ...preview }],
        note: `${note(nextSpread !== undefined)} ${UNCHANGED}`,
        failed: true,
      });
    }
    const set = await listings.setSpread(code, points);
    if (!set.ok) return err(set.error.message);
    const [before, after] = [found.value, set.value].map((one) => ({ code, ...spreadFacts(one) }));
    return ok({
      rows: [{ code, ...after, ...preview }],
      changed: changedFacts(before, after, ['code']),
      note: note(set.value.nextSpread !== undefined),
    });
  },
};
