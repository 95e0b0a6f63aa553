/** The paths of the app's screens (specification, section 2); any other is unknown. */
const APP_PATHS = [
  '/',
  '/trade',
  '/order',
  '/portfolio',
  '/rank',
  '/feedback',
  '/user',
  '/mine',
  '/login',
  '/register',
  '/forgot',
  '/product',
  '/news',
  '/news/detail',
  '/language',
  '/mine/auth',
  '/mine/invite',
  '/mine/email',
  '/mine/announcement',
  '/mine/password',
  '/mine/history',
  '/mine/charge',
  '/mine/withdraw',
  '/mine/chat',
  '/mine/system',
  '/mine/diagnostics',
  '/mine/wallet',
  '/mine/bank-card-list',
  '/mine/coin-address-list',
  '/mine/withdraw-way',
] as const;

export type AppPath = (typeof APP_PATHS)[number];

/** A trailing slash makes no difference. */
export const plainPath = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

export const isAppPath = (path: string): boolean => APP_PATHS.some((known) => known === plainPath(path));
