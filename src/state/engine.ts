import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { version } from '../../package.json';
import { pageClock } from '../link/clock.ts';
import { createEngineLink, type EngineHealth, type EngineLink } from '../link/engine.ts';
import { hostsFor, isMobileBrowser } from '../link/hosts.ts';
import { forwardPageEvents } from '../link/page-events.ts';
import { lasting } from '../link/storage.ts';
import { spawnWorker } from '../link/worker.ts';
import { language } from './preferences.ts';

const TOKEN = 'token';

/** The session's token on this device: read at the start of a worker, written when a session begins or ends. */
export const sessionToken = {
  get: (): string | null => lasting.get(TOKEN),
  set: (token: string): void => lasting.set(TOKEN, token),
  clear: (): void => lasting.remove(TOKEN),
};

const healthNow = signal<EngineHealth>('running');
export const health: ReadonlySignal<EngineHealth> = healthNow;

const complaintUrl = import.meta.env.VITE_COMPLAINT_URL;

const hosts = () =>
  hostsFor(location, isMobileBrowser(navigator.userAgent, navigator.maxTouchPoints), {
    mobile: import.meta.env.VITE_API_LABEL ?? 'api',
    pc: import.meta.env.VITE_PC_API_LABEL ?? 'pcapi',
  });

/** The page's engine. Only `state/` talks to it. */
export const engine: EngineLink = createEngineLink({
  spawn: spawnWorker,
  settings: () => ({
    ...hosts(),
    app: version,
    language: language.peek(),
    token: sessionToken.get(),
    ...(complaintUrl === undefined ? {} : { complaintUrl }),
  }),
  clock: pageClock,
  onHealth: (health) => {
    healthNow.value = health;
  },
});

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
