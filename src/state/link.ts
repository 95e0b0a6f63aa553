import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { version } from '../../package.json';
import type { ReplaySource } from '../../shared/bridge/recording.ts';
import type { Result } from '../../shared/result.ts';
import { createEngineLink, type EngineHealth, type EngineLink } from '../link/engine-link.ts';
import { hostsFor, isMobileBrowser } from '../link/hosts.ts';
import { makeWayForTouches, pageClock } from '../link/page-clock.ts';
import { forwardPageEvents } from '../link/page-events.ts';
import { spawnWorker } from '../link/spawn-worker.ts';
import { lasting } from '../link/storage.ts';
import type { RemoteEngine } from '../link/worker-life.ts';
import { language } from './preferences.ts';
import { isReplay, refusedInReplay, replaySource } from './replay-source.ts';

const TOKEN = 'token';

/**
 * The session's token on this device: read at the start of a worker, written when a session begins or ends. In a replay
 * the recording says who is signed in, and what is kept here stays as it is.
 */
export const sessionToken = {
  get: (): string | null => (isReplay() ? 'replay' : lasting.get(TOKEN)),
  set(token: string): void {
    if (!isReplay()) lasting.set(TOKEN, token);
  },
  clear(): void {
    if (!isReplay()) lasting.remove(TOKEN);
  },
};

const healthNow = signal<EngineHealth>('running');
export const health: ReadonlySignal<EngineHealth> = healthNow;

const complaintUrl = import.meta.env.VITE_COMPLAINT_URL;

const hosts = () =>
  hostsFor(location, isMobileBrowser(navigator.userAgent, navigator.maxTouchPoints), {
    mobile: import.meta.env.VITE_API_LABEL ?? 'api',
    pc: import.meta.env.VITE_PC_API_LABEL ?? 'pcapi',
  });

function replayed(): { readonly replay?: ReplaySource } {
  const replay = replaySource.peek();
  return replay === undefined ? {} : { replay };
}

/** The page's engine. Only `state/` talks to it. */
export const engine: EngineLink = createEngineLink({
  spawn: () => spawnWorker(isReplay() ? 'recording' : 'exchange'),
  settings: () => ({
    ...hosts(),
    app: version,
    language: language.peek(),
    token: sessionToken.get(),
    ...(complaintUrl === undefined ? {} : { complaintUrl }),
    ...replayed(),
  }),
  clock: pageClock,
  onHealth: (health) => {
    healthNow.value = health;
  },
});

/** A call that changes something at the exchange: a recording has none that could be changed. */
export const act = async <T>(run: (engine: RemoteEngine) => Promise<Result<T>>): Promise<Result<T>> =>
  refusedInReplay() ?? engine.call(run);

makeWayForTouches(window);
forwardPageEvents(engine, document, window);
// Its script may have been out of reach; nobody should have to press a button for that.
window.addEventListener('online', () => {
  if (health.peek() === 'failed') engine.restart();
});

let configured = language.peek();
effect(() => {
  const chosen = language.value;
  if (chosen === configured) return;
  configured = chosen;
  engine.tell((to) => to.setLanguage(chosen));
});
