import type { ParseKeys } from 'i18next';

export type ScreenName =
  | 'home'
  | 'trade'
  | 'order'
  | 'rank'
  | 'user'
  | 'settings'
  | 'language'
  | 'login'
  | 'product';

export interface RouteEntry {
  readonly screen: ScreenName;
  /** The document's title. */
  readonly title: ParseKeys;
  /** Needs a session. */
  readonly guarded: boolean;
  /** The tab bar is shown. */
  readonly tabBar: boolean;
  /** What the fall-back looks like while the screen's code is on its way. */
  readonly outline: 'rows' | 'chart' | 'form';
}

const ROUTES: Readonly<Record<string, RouteEntry>> = {
  '/': { screen: 'home', title: 'home.title', guarded: false, tabBar: true, outline: 'rows' },
  '/trade': { screen: 'trade', title: 'tab.trade', guarded: false, tabBar: true, outline: 'chart' },
  '/order': { screen: 'order', title: 'tab.orders', guarded: true, tabBar: true, outline: 'rows' },
  '/rank': { screen: 'rank', title: 'tab.documentary', guarded: false, tabBar: true, outline: 'rows' },
  '/user': { screen: 'user', title: 'account.title', guarded: true, tabBar: false, outline: 'form' },
  '/mine': { screen: 'user', title: 'account.title', guarded: true, tabBar: false, outline: 'form' },
  '/mine/system': {
    screen: 'settings',
    title: 'settings.title',
    guarded: true,
    tabBar: false,
    outline: 'form',
  },
  '/language': {
    screen: 'language',
    title: 'settings.language',
    guarded: false,
    tabBar: false,
    outline: 'form',
  },
  '/login': { screen: 'login', title: 'account.login_title', guarded: false, tabBar: false, outline: 'form' },
  '/product': {
    screen: 'product',
    title: 'home.search_title',
    guarded: false,
    tabBar: false,
    outline: 'rows',
  },
};

/** A trailing slash leads to the same screen. */
const plain = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

export const routeOf = (path: string): RouteEntry | undefined =>
  Object.hasOwn(ROUTES, plain(path)) ? ROUTES[plain(path)] : undefined;

/** The way to the login page and back. @param search as wouter gives it: without its `?` */
export const loginPath = (path: string, search: string): string =>
  `/login?from=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`;
