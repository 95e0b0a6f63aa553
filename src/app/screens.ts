import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ScreenName } from './routes.ts';

/** All screens but home: each in a chunk of its own. */
export const LAZY_SCREENS: Readonly<Record<Exclude<ScreenName, 'home'>, LazyExoticComponent<ComponentType>>> =
  {
    trade: lazy(() => import('../screens/Trade/TradeScreen.tsx').then((m) => ({ default: m.TradeScreen }))),
    order: lazy(() => import('../screens/Order/OrderScreen.tsx').then((m) => ({ default: m.OrderScreen }))),
    rank: lazy(() => import('../screens/Rank/RankScreen.tsx').then((m) => ({ default: m.RankScreen }))),
    user: lazy(() => import('../screens/User/UserScreen.tsx').then((m) => ({ default: m.UserScreen }))),
    settings: lazy(() =>
      import('../screens/Settings/SettingsScreen.tsx').then((m) => ({ default: m.SettingsScreen })),
    ),
    language: lazy(() =>
      import('../screens/Language/LanguageScreen.tsx').then((m) => ({ default: m.LanguageScreen })),
    ),
    login: lazy(() => import('../screens/Login/LoginScreen.tsx').then((m) => ({ default: m.LoginScreen }))),
    product: lazy(() =>
      import('../screens/Product/ProductScreen.tsx').then((m) => ({ default: m.ProductScreen })),
    ),
  };
