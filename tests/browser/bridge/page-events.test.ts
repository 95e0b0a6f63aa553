import { afterEach, expect, test, vi } from 'vitest';
import { createEngineLink, type EngineLink } from '../../../src/link/engine-link.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { forwardPageEvents } from '../../../src/link/page-events.ts';
import { eventually } from './eventually.ts';

let link: EngineLink | undefined;
afterEach(() => link?.end());

test('the worker gets the events that only the page sees, and a new worker gets the current state', async () => {
  let told = '';
  const started = createEngineLink({
    spawn: () => new Worker(new URL('./fragile-worker.ts', import.meta.url), { type: 'module' }),
    settings: () => ({ apiBase: '', socketUrl: '', language: 'en', token: null }),
    clock: pageClock,
    onHealth() {},
  });
  link = started;
  started.stream(
    (engine) => engine.market(),
    (market) => {
      if (market.status === 'failed') told = market.message;
    },
  );
  let visibilityState: DocumentVisibilityState = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibilityState);
  let onLine = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine);
  forwardPageEvents(started, document, window);

  document.dispatchEvent(new Event('freeze'));
  document.dispatchEvent(new Event('resume'));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  onLine = false;
  window.dispatchEvent(new Event('offline'));
  await eventually(() => expect(told).toBe('configure:null freeze resume pagehide pageshow hidden offline'));
  onLine = true;
  window.dispatchEvent(new Event('online'));
  await eventually(() => expect(told).toMatch(/offline online$/));
  started.restart();
  await eventually(() => expect(told).toBe('configure:null hidden online'));
});
