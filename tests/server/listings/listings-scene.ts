import { whileOpen } from '../../../server/listings/listed-market.ts';
import type { ListingChange } from '../../../server/listings/listing-change.ts';
import { listingRepository } from '../../../server/listings/listing-repository.ts';
import { createListings, type Listings } from '../../../server/listings/listings.ts';
import type { FeeType } from '../../../shared/domain/margin.ts';
import { type Dealing, type DealingOptions, startDealing } from '../../helpers/dealing.ts';

/** The exchange on a listed market whose feed the test controls. */
export interface ListingsScene extends Dealing {
  readonly listings: Listings;
  /** `code status`, as sent to clients. */
  readonly told: string[];
  stored(): Promise<readonly ListingChange[]>;
}

export async function startListings(
  options: DealingOptions & { readonly feeType?: FeeType } = {},
): Promise<ListingsScene> {
  const { feeType = 'of-margin', ...rest } = options;
  const made: Listings[] = [];
  const dealing = await startDealing({
    ...rest,
    settings: { ...rest.settings, feeType },
    async wrapMarket(feed, store, clock) {
      const listings = await createListings({ store, feed, clock, feeType });
      await listings.market.start();
      made.push(listings);
      return whileOpen(listings.market);
    },
  });
  const [listings] = made;
  if (listings === undefined) throw new Error('no listings');
  const told: string[] = [];
  listings.market.onMarketState((id, state) => {
    told.push(`${dealing.market.instrument(id)?.code} ${state.status}`);
  });
  return { ...dealing, listings, told, stored: () => listingRepository(dealing.store.read).changes() };
}
