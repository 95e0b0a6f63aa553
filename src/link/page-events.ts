import type { EngineLink } from './engine-link.ts';

/** Forwards to the worker what it cannot see: visibility, freezing, the network. Lasts as long as the page. */
export function forwardPageEvents(link: EngineLink, page: Document, view: Window): void {
  const visibility = () => {
    const event = page.visibilityState === 'hidden' ? 'hidden' : 'visible';
    link.attend(event === 'visible');
    link.keep('visibility', (engine) => engine.pageEvent(event));
  };
  const network = () => {
    const event = view.navigator.onLine ? 'online' : 'offline';
    link.keep('network', (engine) => engine.pageEvent(event));
  };
  page.addEventListener('visibilitychange', visibility);
  view.addEventListener('online', network);
  view.addEventListener('offline', network);
  for (const event of ['freeze', 'resume'] as const) {
    page.addEventListener(event, () => link.send((engine) => engine.pageEvent(event)));
  }
  for (const event of ['pagehide', 'pageshow'] as const) {
    view.addEventListener(event, () => link.send((engine) => engine.pageEvent(event)));
  }
  // A new worker assumes that the page is visible and online.
  if (page.visibilityState === 'hidden') visibility();
  if (!view.navigator.onLine) network();
}
