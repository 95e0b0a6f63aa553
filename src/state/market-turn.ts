import { CODE } from '../../shared/contract/codes.ts';
import { isMarketBar, type Mode } from '../../shared/domain/allowed.ts';
import type { MarketState } from '../../shared/domain/instrument.ts';
import type { Refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { randomId } from '../link/random-id.ts';
import { refreshMarket } from './market.ts';
import { shownNow } from './shown-now.ts';

/** Phones that see the same market close ask within so long, each after a time of its own. */
const SPREAD_MS = 3_000;
const ownMs = Number.parseInt(randomId().slice(0, 8), 16) % SPREAD_MS;
/** A list that stays wrong is not asked for more often. */
const PAUSE_MS = 10_000;
/** How often it is asked for while an instrument on the screen is close-only. */
const MODE_MS = 20_000;

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
  askOnce(ownMs);
}

/** Reloads the list when the exchange refuses by what the list does not say yet. */
export function reloadIfRefused({ code, facts }: Refusal): void {
  if (code === CODE.marketClosed && isMarketBar(facts?.['reason']) && !isAsked) askOnce(0);
}

/** Quotes say when a halt ends, but not when an instrument in close-only can be opened again. @returns stop */
export function followMode(mode: Mode): () => void {
  let stop = () => {};
  const wait = () => {
    stop = pageClock.after(MODE_MS, () => {
      if (document.visibilityState === 'visible') void refreshMarket();
      wait();
    });
  };
  if (mode === 'close-only') wait();
  return () => stop();
}

function askOnce(afterMs: number): void {
  isAsked = true;
  pageClock.after(afterMs, () => void refreshMarket());
  pageClock.after(PAUSE_MS, () => {
    isAsked = false;
  });
}
