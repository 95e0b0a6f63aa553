import type { RouteName } from '../../../../shared/contract/routes.ts';
import { alertEntries } from './alerts.ts';
import { contentEntries } from './content.ts';
import { factorEntries } from './factors.ts';
import { favouriteEntries } from './favourites.ts';
import type { Entry } from './ground.ts';
import { marketEntries } from './market.ts';
import { orderEntries } from './orders.ts';
import { paymentEntries } from './payments.ts';
import { peopleEntries } from './people.ts';
import { portfolioEntries } from './portfolio.ts';
import { pushEntries } from './push.ts';
import { siteEntries } from './site.ts';

/** Every call of the contract. One without an entry does not compile. */
export const ENTRIES: Readonly<Record<RouteName, Entry>> = {
  ...siteEntries,
  ...peopleEntries,
  ...factorEntries,
  ...paymentEntries,
  ...marketEntries,
  ...orderEntries,
  ...contentEntries,
  ...alertEntries,
  ...favouriteEntries,
  ...pushEntries,
  ...portfolioEntries,
};
