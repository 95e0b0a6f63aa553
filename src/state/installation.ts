import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { later } from '../clock.ts';
import { entryOf, registerServiceWorker } from '../link/service-worker.ts';
import { startKeptPrices } from './kept-prices.ts';
import { language } from './preferences.ts';
import { lookAtPush } from './push.ts';
import { accountId } from './session.ts';

/*
 * What makes the page an installed app: the service worker, the last known prices, and the word of a newer build.
 * It loads after the first screen.
 */

/** Time without a touch: the service worker downloads and keeps the whole app, which on a slow phone delays the frames of taps. */
const CALM_MS = 3_000;

const newer = signal(false);

/** The next start runs another build than this page. */
export const isNewBuildReady: ReadonlySignal<boolean> = newer;

export const startNewBuild = (): void => location.reload();

/** Lasts as long as the page. Development has no service worker. */
export function startInstallation(): void {
  startKeptPrices();
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    onceCalm(() => void install(entryOf(document)));
  }
}

function onceCalm(run: () => void): void {
  const wait = (): (() => void) =>
    later(CALM_MS, () => {
      removeEventListener('pointerdown', startOver);
      run();
    });
  let cancel = wait();
  function startOver(): void {
    cancel();
    cancel = wait();
  }
  addEventListener('pointerdown', startOver, { passive: true });
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
