import { isAppPath } from '../shared/app-paths.ts';
import type { ShellOpening } from '../shared/bridge/shell-message.ts';
import type { PushMessage } from '../shared/contract/push.ts';
import { isFields, parseJson } from '../shared/json.ts';

/*
 * Notifications. The exchange notifies every device of an account; only here is known whether the app is in view, where it
 * shows the same itself.
 */

/** Beside the text, and in the line at the top of a phone. */
const PICTURES = { icon: '/icon-192.png', badge: '/badge.png' };

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
}

/** What to show of a message; undefined of one that is not the exchange's. */
export function readPush(text: string): Shown | undefined {
  const value = parseJson(text);
  if (!isFields(value)) return undefined;
  const { title, body, tag, path, at, lang, dir } = value as Partial<PushMessage>;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof path !== 'string') return undefined;
  if (!isAppPath(path.replace(/\?.*/, ''))) return undefined;
  const options = {
    ...PICTURES,
    body,
    data: path,
    ...(typeof tag === 'string' ? { tag } : {}),
    ...(typeof lang === 'string' ? { lang } : {}),
    ...(dir === 'rtl' || dir === 'ltr' ? { dir } : {}),
    ...(typeof at === 'number' ? { timestamp: at } : {}),
  };
  return { title, options };
}

/** Safari ends a subscription whose messages show nothing; other browsers allow that while a page is in view. */
const mustShow = (userAgent: string): boolean => /AppleWebKit/.test(userAgent) && !/Chrom/.test(userAgent);

interface Page {
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

/** The part of a service worker that this needs. */
export interface PushScope {
  readonly navigator: { readonly userAgent: string };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
}

export interface Notifications {
  /** @param text of a push message */
  show(text: string): Promise<void>;
  /** After a tap. An open page goes there by itself, since loading it again would lose what is typed in it. */
  open(path: string): Promise<void>;
}

export function createNotifications({ navigator, clients, registration }: PushScope): Notifications {
  const pages = () => clients.matchAll({ type: 'window', includeUncontrolled: true });
  return {
    async show(text) {
      const shown = readPush(text);
      if (shown === undefined) return;
      const isInView = (await pages()).some(({ visibilityState }) => visibilityState === 'visible');
      if (isInView && !mustShow(navigator.userAgent)) return;
      await registration.showNotification(shown.title, shown.options);
    },
    async open(path) {
      const [page] = await pages();
      if (page === undefined) return void (await clients.openWindow(path));
      page.postMessage({ path } satisfies ShellOpening);
      await page.focus();
    },
  };
}
