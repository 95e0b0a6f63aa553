/*
 * The composition root of the page's state: connects the engine in the worker and starts what follows it, in this order.
 * main.tsx calls `startAppState` once; every later screen waits for `startLater`, whose code is not part of the first
 * route. Tests call both, with a worker of their own. Nothing in src/state or src/link starts by being imported; what a
 * single screen needs subscribes when that screen first reads it (`lazyStream`).
 */
import { effect } from '@preact/signals-react';
import { version } from '../../package.json';
import type { EngineSettings } from '../../shared/bridge/worker-api.ts';
import { hostsFor, isMobileBrowser } from '../link/hosts.ts';
import { makeWayForTouches, pageClock } from '../link/page-clock.ts';
import { forwardPageEvents } from '../link/page-events.ts';
import type { spawnWorker } from '../link/spawn-worker.ts';
import { startConnection } from './connection.ts';
import { connectLink, engineHealth, link } from './link.ts';
import { startLive } from './live.ts';
import { startMarket } from './market.ts';
import { noteError, watchErrors } from './note-error.ts';
import { language, persistPreferences } from './preferences.ts';
import { isReplay, replaySource } from './replay-source.ts';
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
  void recordIfAsked();
}

let later: Promise<void> | undefined;

/** Starts orders and account once; resolves when they are started. */
export function startLater(): Promise<void> {
  later ??= import('./later-state.ts').then(({ startLaterState }) => startLaterState());
  return later;
}

/** Starts a recording if the address that was opened has `?record`; a guard may have led elsewhere by now. */
async function recordIfAsked(): Promise<void> {
  const [opened] = performance.getEntriesByType('navigation');
  if (opened === undefined || !new URL(opened.name).searchParams.has('record')) return;
  const { startRecording } = await import('./recording.ts');
  await startRecording();
}

/** The first messages to a new worker. */
function engineSettings(): EngineSettings {
  const complaintUrl = import.meta.env.VITE_COMPLAINT_URL;
  const replay = replaySource.peek();
  const labels = {
    mobile: import.meta.env.VITE_API_LABEL ?? 'api',
    pc: import.meta.env.VITE_PC_API_LABEL ?? 'pcapi',
  };
  return {
    ...hostsFor(location, isMobileBrowser(navigator.userAgent, navigator.maxTouchPoints), labels),
    app: version,
    language: language.peek(),
    token: sessionToken.get(),
    ...(complaintUrl === undefined ? {} : { complaintUrl }),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** Sends a changed language to the engine; a new worker gets it with its settings. */
function followLanguage(): void {
  let told = language.peek();
  effect(() => {
    const chosen = language.value;
    if (chosen === told) return;
    told = chosen;
    link().tell((engine) => engine.setLanguage(chosen));
  });
}
