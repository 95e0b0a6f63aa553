import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { every, later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { entryOf, registerServiceWorker } from '../link/service-worker.ts';
import { lasting } from '../link/storage.ts';
import { connection } from './connection.ts';
import { frameOf, type KeptMarket, keepMarket, readKeptMarket } from './kept-market.ts';
import { addTicking, live } from './live.ts';
import { engineMarket, market, showKeptMarket } from './market.ts';
import { language } from './preferences.ts';
import { lookAtPush } from './push.ts';
import { accountId } from './session.ts';

/*
 * What makes the page an installed app: the service worker, a start without a network, and the word of a newer build.
 * It loads after the first screen.
 */

/** After the screen's own downloads. */
const REGISTER_AFTER_MS = 3_000;
/** A list that takes longer is shown as it was last known. */
const PATIENCE_MS = 4_000;
const KEEP_EVERY_MS = 30_000;
const KEY = 'kept-market';

const newer = signal(false);
const keptAt = signal<number | undefined>(undefined);

/** The next start runs another build than this page. */
export const isNewBuildReady: ReadonlySignal<boolean> = newer;

/** When the prices shown were kept; undefined as soon as the exchange's own list is here. */
export const keptSince: ReadonlySignal<number | undefined> = keptAt;

export const startNewBuild = (): void => location.reload();

/** Lasts as long as the page. Development has no service worker. */
export function startInstallation(): void {
  const build = entryOf(document);
  keepPrices(build);
  showKeptPrices(build);
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    later(REGISTER_AFTER_MS, () => void install(build));
  }
}

async function install(build: string): Promise<void> {
  try {
    const keeper = await registerServiceWorker(
      navigator.serviceWorker,
      build,
      () => {
        newer.value = true;
      },
      (path) => history.pushState(null, '', path),
    );
    effect(() => {
      if (accountId.value !== undefined) void lookAtPush();
    });
    effect(() => keeper.keepTexts(language.value));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') keeper.lookForUpdate();
    });
  } catch {
    // Without it the app works as a page; the next start tries again.
  }
}

/** Keeps them while they tick, and at the moment when they stop. */
function keepPrices(build: string): void {
  const isLive = (): boolean => connection.peek().status === 'live';
  const keep = (): void => {
    const list = engineMarket.peek();
    if (list.status !== 'ready') return;
    lasting.set(KEY, JSON.stringify(keepMarket(list, live.quotes.of, build, pageClock.wallMs())));
  };
  const keepLive = (): void => {
    if (isLive()) keep();
  };
  every(KEEP_EVERY_MS, keepLive);
  addEventListener('pagehide', keepLive);
  document.addEventListener('visibilitychange', keepLive);
  let wasLive = false;
  effect(() => {
    const isNow = connection.value.status === 'live';
    if (wasLive && !isNow) untracked(keep);
    wasLive = isNow;
  });
}

/** Shows the last known prices, if the exchange's list fails to come; the list replaces them when it does. */
function showKeptPrices(build: string): void {
  const isLate = signal(false);
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
