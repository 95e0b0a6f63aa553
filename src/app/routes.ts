import { type AppPath, plainPath } from '../../shared/app-paths.ts';
import type { TextKey } from '../i18n/use-translation.ts';

export type ScreenName =
  | 'home'
  | 'trade'
  | 'order'
  | 'portfolio'
  | 'rank'
  | 'feedback'
  | 'user'
  | 'login'
  | 'register'
  | 'forgot'
  | 'product'
  | 'news'
  | 'newsDetail'
  | 'language'
  | 'auth'
  | 'invite'
  | 'email'
  | 'announcement'
  | 'password'
  | 'history'
  | 'charge'
  | 'withdraw'
  | 'chat'
  | 'settings'
  | 'wallet'
  | 'methods'
  | 'bind'
  | 'diagnostics';

export interface RouteEntry {
  readonly screen: ScreenName;
  /** The document's title. */
  readonly title: TextKey;
  /** Who may enter: everybody, signed-in users, or real accounts only. */
  readonly for: 'all' | 'signed-in' | 'real';
  /** The tab bar is shown. */
  readonly tabBar: boolean;
  /** The look of the fallback while the screen's code loads. */
  readonly outline: Outline;
}

type Outline = 'rows' | 'chart' | 'form';

const tab = (screen: ScreenName, title: TextKey, outline: Outline): RouteEntry => ({
  screen,
  title,
  for: screen === 'order' ? 'signed-in' : 'all',
  tabBar: true,
  outline,
});

const inner = (
  screen: ScreenName,
  title: TextKey,
  whom: RouteEntry['for'],
  outline: Outline = 'form',
): RouteEntry => ({ screen, title, for: whom, tabBar: false, outline });

/** Specification, section 2. */
export const ROUTES: Readonly<Record<string, RouteEntry>> = {
  '/': tab('home', 'home.title', 'rows'),
  '/trade': tab('trade', 'tab.trade', 'chart'),
  '/order': tab('order', 'tab.orders', 'rows'),
  '/portfolio': inner('portfolio', 'portfolio.title', 'signed-in', 'rows'),
  '/rank': tab('rank', 'tab.documentary', 'rows'),
  '/feedback': inner('feedback', 'feedback.title', 'all'),
  '/user': inner('user', 'account.title', 'signed-in'),
  '/mine': inner('user', 'account.title', 'signed-in'),
  '/login': inner('login', 'account.login_title', 'all'),
  '/register': inner('register', 'account.register_title', 'all'),
  '/forgot': inner('forgot', 'account.forgot_title', 'all'),
  '/product': inner('product', 'product.title', 'all', 'rows'),
  '/news': inner('news', 'news.title', 'all', 'rows'),
  '/news/detail': inner('newsDetail', 'news.title', 'all'),
  '/language': inner('language', 'settings.language', 'all'),
  '/mine/auth': inner('auth', 'auth.title', 'real'),
  '/mine/invite': inner('invite', 'invite.title', 'real'),
  '/mine/email': inner('email', 'email.title', 'signed-in'),
  '/mine/announcement': inner('announcement', 'announcement.title', 'signed-in', 'rows'),
  '/mine/password': inner('password', 'password.title', 'real'),
  '/mine/history': inner('history', 'ledger.title', 'signed-in', 'rows'),
  '/mine/charge': inner('charge', 'charge.title', 'real'),
  '/mine/withdraw': inner('withdraw', 'withdraw.title', 'real'),
  '/mine/chat': inner('chat', 'chat.title', 'signed-in', 'rows'),
  '/mine/system': inner('settings', 'settings.title', 'signed-in'),
  '/mine/diagnostics': inner('diagnostics', 'diagnostics.title', 'all'),
  '/mine/wallet': inner('wallet', 'wallet.title', 'real'),
  '/mine/bank-card-list': inner('methods', 'wallet.banks', 'real'),
  '/mine/coin-address-list': inner('methods', 'wallet.coins', 'real'),
  '/mine/withdraw-way': inner('bind', 'wallet.bind', 'real'),
} satisfies Record<AppPath, RouteEntry>;

export const routeOf = (path: string): RouteEntry | undefined =>
  Object.hasOwn(ROUTES, plainPath(path)) ? ROUTES[plainPath(path)] : undefined;

/** The login page's address with the page to return to. @param search as in wouter: without its `?` */
export const loginPath = (path: string, search: string): string =>
  `/login?from=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`;
