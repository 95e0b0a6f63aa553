/*
 * The composition root of the page's state: connects the engine in the worker and starts what follows it, in this order.
 * main.tsx calls `startAppState` once; every later screen waits for `startLater`, whose code is not part of the first
 * route. Tests call both, with a worker of their own. Nothing in src/state or src/link starts by being imported; what a
 * single screen needs subscribes when that screen first reads it (`lazyStream`).
 */
import { effect } from '@preact/signals-react';
import { version } from '../../package.json';
import type { EngineSettings } from '../../shared/bridge/worker-api.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/contract/language.ts';
import { writeCookie } from '../link/cookie.ts';
import { hostsFor, isMobileBrowser } from '../link/hosts.ts';
import { makeWayForTouches, pageClock } from '../link/page-clock.ts';
import { forwardPageEvents } from '../link/page-events.ts';
import type { spawnWorker } from '../link/spawn-worker.ts';
import { perTab } from '../link/storage.ts';
import { startConnection } from './connection.ts';
import { startFirstPage, takeFirstAnswers } from './first-page.ts';
import { connectLink, engineHealth, link } from './link.ts';
import { startLive } from './live.ts';
import { startMarket } from './market.ts';
import { noteError, watchErrors } from './page-errors.ts';
import { favourites, homeChip, homeSort, language, persistPreferences } from './preferences.ts';
import { isReplay, RECORD_KEY, REPLAY_KEY, replaySource } from './replay-source.ts';
import { sessionToken, startSession } from './session.ts';

export function startAppState(spawn: typeof spawnWorker): void {
  persistPreferences();
  connectLink({
    spawn: () => spawn(isReplay() ? 'recording' : 'exchange'),
    settings: engineSettings,
    clock: pageClock,
    onDeath: (cause) => noteError(cause ? 'crash' : 'hang', cause),
  });
  watchErrors(window);
  makeWayForTouches(window);
  forwardPageEvents(link(), document, window);
  // The worker's script may have been out of reach; nobody should have to press a button for that.
  window.addEventListener('online', () => {
    if (engineHealth.peek() === 'failed') link().restart();
  });
  followLanguage();
  startSession();
  startMarket();
  startConnection();
  startLive();
  startFirstPage();
  // From the service worker it is here before the network has answered; on a first visit there are no prices to show.
  if (navigator.serviceWorker?.controller) void showLastKnown();
  void followAddress();
}

const showLastKnown = () =>
  import('./kept-prices.ts').then(
    (module) => module.startKeptPrices(),
    () => {},
  );

let later: Promise<void> | undefined;

/** Starts orders and account once; resolves when they are started. */
export function startLater(): Promise<void> {
  later ??= import('./later-state.ts').then(
    ({ startLaterState }) => startLaterState(),
    (error) => {
      // The next call tries again.
      later = undefined;
      throw error;
    },
  );
  return later;
}

/** Does what the opened address asks for, and continues what the tab replayed or recorded before a reload. */
async function followAddress(): Promise<void> {
  // Read at once: a guard may replace the address.
  const { href } = location;
  if (!perTab.get(REPLAY_KEY) && !perTab.get(RECORD_KEY) && !/\?.*re(cord|play)/.test(href)) return;
  const { followOpenedAddress } = await import('./opened-address.ts');
  await followOpenedAddress(href);
}

/** The first messages to a new worker. */
function engineSettings(): EngineSettings {
  const complaintUrl = import.meta.env.VITE_COMPLAINT_URL;
  const replay = replaySource.peek();
  const labels = {
    mobile: import.meta.env.VITE_API_LABEL || 'api',
    pc: import.meta.env.VITE_PC_API_LABEL || 'pcapi',
  };
  return {
    ...hostsFor(location, isMobileBrowser(navigator.userAgent, navigator.maxTouchPoints), labels),
    app: version,
    language: language.peek(),
    token: sessionToken.get(),
    firstRows: location.pathname === '/' ? firstRows() : undefined,
    answers: replay === undefined ? takeFirstAnswers() : undefined,
    ...(complaintUrl ? { complaintUrl } : {}),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** Of the favourites all are known, whatever their order. */
function firstRows(): EngineSettings['firstRows'] {
  if (homeChip.peek() < 0) return favourites.peek();
  return homeSort.peek() === 'listed' ? homeChip.peek() : undefined;
}

/** Sends a changed language to the engine; a new worker gets it with its settings. */
function followLanguage(): void {
  let sent = language.peek();
  if (sent !== DEFAULT_LANGUAGE) tellLanguage(sent);
  effect(() => {
    const chosen = language.value;
    if (chosen === sent) return;
    sent = chosen;
    tellLanguage(chosen);
    link().send((engine) => engine.setLanguage(chosen));
  });
}

/** For a year; the exchange writes the first rows of the page in it. */
const tellLanguage = (chosen: Language): void => writeCookie(`pipstream_language=${chosen}`, 365);
