import { effect } from '@preact/signals-react';
import { later } from '../clock.ts';
import { firstScriptOf, registerServiceWorker } from '../link/service-worker.ts';
import { language } from './preferences.ts';

/** After the screen's own downloads. */
const WAIT_MS = 3_000;

/** Installs the shell on this device, once the screen had time to load. Development has no service worker. */
export function startInstallation(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) later(WAIT_MS, () => void install());
}

async function install(): Promise<void> {
  try {
    const keeper = await registerServiceWorker(navigator.serviceWorker, firstScriptOf(document), () => {});
    effect(() => keeper.keepTexts(language.value));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') keeper.lookForUpdate();
    });
  } catch {
    // Without it the app works as a page; the next start tries again.
  }
}
