/* The part of the page's state that the first screen does without, in the order in which it starts. See app-state.ts. */
import { startAccount } from './account.ts';
import { startFavourites } from './favourites.ts';
import { startOrderTaps } from './order-taps.ts';
import { startOrders } from './orders.ts';
import { startShownNow } from './shown-now.ts';
import { startSignOut } from './sign-out.ts';

export function startLaterState(): void {
  startAccount();
  startOrders();
  startOrderTaps();
  startFavourites();
  startShownNow();
  startSignOut();
}
