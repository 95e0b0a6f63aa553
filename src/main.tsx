import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followAppearance } from './app/appearance.ts';
import { heedCompanyStatus } from './app/company-status.ts';
import { followLanguage } from './app/follow-language.ts';
import { spawnWorker } from './link/spawn-worker.ts';
import { startAppState } from './state/app-state.ts';

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
void heedCompanyStatus();
// The outline of index.html stands until the texts are here; then React draws in slices that leave room for a touch.
void followLanguage().then(() => startTransition(() => page.render(<App />)));
