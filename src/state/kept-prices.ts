import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { every, later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { entryOf } from '../link/service-worker.ts';
import { lasting } from '../link/storage.ts';
import { connection } from './connection.ts';
import { frameOf, type KeptMarket, keepMarket, readKeptMarket } from './kept-market.ts';
import { addTicking, live } from './live.ts';
import { engineMarket, market, showKeptMarket } from './market.ts';
import { isReplay, replaySource } from './replay-source.ts';

/*
 * Keeps the last known prices, and shows them greyed until the exchange's own are here: at once where the service worker
 * started the app on the list, which is then there long before the network has answered, else when the network fails.
 */

/** Elsewhere, a list that takes longer is shown as it was last known. */
const PATIENCE_MS = 4_000;
const KEEP_EVERY_MS = 30_000;
const KEY = 'kept-market';

const keptAt = signal<number | undefined>(undefined);

/** When the prices shown were kept; undefined as soon as the exchange's own list is here. */
export const keptSince: ReadonlySignal<number | undefined> = keptAt;

let isStarted = false;

/** Lasts as long as the page; further calls do nothing. */
export function startKeptPrices(): void {
  if (isStarted) return;
  isStarted = true;
  const build = entryOf(document);
  keepPrices(build);
  showKeptPrices(build);
}

/** Only for the list itself: other screens, that of a trade beside it included, may need what was not kept. */
const isAtOnce = (): boolean =>
  Boolean(navigator.serviceWorker?.controller) &&
  location.pathname === '/' &&
  !isReplay() &&
  !matchMedia('(min-width: 900px)').matches;

/** Keeps them while they tick, and at the moment when they stop. */
function keepPrices(build: string): void {
  let isLive = false;
  /** Rows show a recording's prices also after the replay. */
  let isOwn = true;
  const keep = (): void => {
    const list = engineMarket.peek();
    if (list.status !== 'ready') return;
    lasting.set(KEY, JSON.stringify(keepMarket(list, live.quotes.of, build, pageClock.wallMs())));
  };
  const keepLive = (): void => {
    if (isLive) keep();
  };
  every(KEEP_EVERY_MS, keepLive);
  addEventListener('pagehide', keepLive);
  document.addEventListener('visibilitychange', keepLive);
  effect(() => {
    const wasLive = isLive;
    isOwn &&= replaySource.value === undefined;
    isLive = isOwn && connection.value.status === 'live';
    if (wasLive && !isLive) untracked(keep);
  });
}

/** Shows the last known prices until the exchange's list comes, see `isAtOnce`. */
function showKeptPrices(build: string): void {
  const isLate = signal(isAtOnce());
  let prices: KeptMarket['prices'] = [];
  const show = (): void => {
    const unknown = prices.filter(({ id }) => live.quotes.of(id).close.peek() === undefined);
    if (unknown.length > 0) live.quotes.apply(frameOf(unknown));
  };
  // The engine's frames say of each row that its price is not known.
  addTicking({ watched: 0, apply: show });
  later(PATIENCE_MS, () => {
    isLate.value = true;
  });
  effect(() => {
    if (engineMarket.value.status === 'ready') {
      keptAt.value = undefined;
      prices = [];
    }
    const isMissing = isLate.value || connection.value.status === 'offline';
    if (market.value.status === 'ready' || (market.value.status === 'loading' && !isMissing)) return;
    const kept = readKeptMarket(lasting.get(KEY), build);
    if (kept === undefined) return;
    prices = kept.prices;
    untracked(show);
    showKeptMarket(kept.list);
    keptAt.value = kept.savedAtMs;
  });
}
