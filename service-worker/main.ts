/*
 * The service worker: it starts the app without a network, and shows notifications (notifications.ts). It keeps the shell, that is
 * the page and the files of one build, and nothing else: calls, the socket, logos and uploaded pictures always go to
 * the network, and no answer of the exchange is ever kept here.
 *
 * The kept page answers at once, so a page and its files are always of one build. A newer build is installed beside it
 * and answers the next navigation; it never reloads a page, and what an open page runs stays kept.
 *
 * `src/link/service-worker.ts` registers it. A handler of another event is a file of its own, wired at the end.
 */
import type { ShellAnswer, ShellMessage } from '../shared/bridge/shell-message.ts';
import { createKeeper } from './keeper.ts';
import { createNotifications } from './notifications.ts';
import { answererOf, type ShellFiles } from './shell.ts';

/** Written by the build. */
declare const SHELL: ShellFiles;
declare const self: ServiceWorkerGlobalScope;

const keeper = createKeeper(SHELL, caches, fetch);

/** Chromium's static routes: a call does not wait until a stopped service worker has started. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>;
}
interface StaticRoute {
  readonly condition: { readonly urlPattern: string };
  readonly source: 'network' | 'cache';
}
const ROUTES: readonly StaticRoute[] = [
  { condition: { urlPattern: '/v1/*' }, source: 'network' },
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/logos/*' }, source: 'network' },
  { condition: { urlPattern: '/assets/*' }, source: 'cache' },
];

self.addEventListener('install', (event: RoutingInstallEvent) => {
  const routed = event.addRoutes?.(ROUTES).catch(() => {});
  event.waitUntil(Promise.all([keeper.install(), routed]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([keeper.tidy(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  switch (answererOf(event.request, self.location.origin, SHELL)) {
    case 'page':
      event.respondWith(keeper.page(event.request));
      event.waitUntil(keeper.refreshPage().catch(() => {}));
      return;
    case 'files':
      event.respondWith(keeper.file(event.request));
      return;
    case 'network':
      return;
  }
});

self.addEventListener('message', (event) => {
  const { language } = event.data as ShellMessage;
  event.waitUntil(keeper.keepTexts(language).catch(() => {}));
  event.source?.postMessage({ entry: SHELL.entry } satisfies ShellAnswer);
});

const notifications = createNotifications(self);

self.addEventListener('push', (event) => event.waitUntil(notifications.show(event.data?.text() ?? '')));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(notifications.open(String(event.notification.data)));
});
