import { effect } from '@preact/signals-react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { DEFAULT_LANGUAGE } from '../shared/contract/language.ts';
import { App } from './App.tsx';
import { followAppearance } from './app/appearance.ts';
import { followCompanyStatus } from './app/company-status.ts';
import { showLanguage } from './i18n/texts.ts';
import { spawnWorker } from './link/spawn-worker.ts';
import { startAppState } from './state/app-state.ts';
import { language } from './state/preferences.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Moves of a finger have listeners only where they matter: React would look for one at each move, without finding any.
const listen = root.addEventListener.bind(root);
root.addEventListener = (type: string, ...how: [EventListenerOrEventListenerObject]) => {
  if (type !== 'touchmove') listen(type, ...how);
};
const page = createRoot(root);

startAppState(spawnWorker);
history.scrollRestoration = 'manual';
followAppearance();
void followCompanyStatus();
// The outline of index.html stands until the texts are here; then React draws in slices that leave room for a touch.
void followLanguage().then(() => startTransition(() => page.render(<App />)));

/**
 * Loads the texts of the chosen language and follows later choices. Resolves when the first texts are loaded: without a
 * network those of the default language, which are on the device, if the others are not.
 */
async function followLanguage(): Promise<void> {
  let shown = language.peek();
  await showLanguage(shown).catch(() => {
    addEventListener('online', () => void showLanguage(language.peek()).catch(() => {}), { once: true });
    return showLanguage(DEFAULT_LANGUAGE);
  });
  effect(() => {
    const chosen = language.value;
    if (chosen === shown) return;
    const before = shown;
    shown = chosen;
    // What cannot be loaded is not the choice either.
    showLanguage(chosen).catch(() => {
      if (language.peek() !== chosen) return;
      shown = before;
      language.value = before;
      // Once only: without a network it may fail as well, and the texts on the screen stay.
      showLanguage(before).catch(() => {});
    });
  });
}
