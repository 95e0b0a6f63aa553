import type { MarketState } from '../../shared/domain/instrument.ts';
import { pageClock } from '../link/page-clock.ts';
import { randomId } from '../link/random-id.ts';
import { refreshMarket } from './market.ts';
import { shownNow } from './shown-now.ts';

/** Phones that see the same market close ask within so long, each after a time of its own. */
const SPREAD_MS = 3_000;
const ownMs = Number.parseInt(randomId().slice(0, 8), 16) % SPREAD_MS;
/** A list that stays wrong is not asked for more often. */
const PAUSE_MS = 10_000;

let isAsked = false;

/**
 * Reloads the list, which says when a market opens, if it contradicts the market's quote, or if that time has come. For an
 * effect, which then runs again each second.
 * @param listed of the list
 * @param open by the quote
 */
export function reloadAtTurn(listed: MarketState, open: boolean): void {
  if (open && listed.status === 'open') return;
  const now = shownNow.value ?? 0;
  const isRight =
    !open && listed.status === 'closed' && (listed.opensAt === undefined || listed.opensAt > now);
  if (isRight || isAsked) return;
  isAsked = true;
  pageClock.after(ownMs, () => void refreshMarket());
  pageClock.after(PAUSE_MS, () => {
    isAsked = false;
  });
}
