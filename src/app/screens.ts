import type { ReactNode } from 'react';
import type { LaterComponent } from '../components/later-component.ts';
import { laterScreen } from '../screens/shared/later-screen.ts';
import type { RouteEntry, ScreenName } from './routes.ts';

/** All screens except home, each in its own chunk. */
export const LAZY_SCREENS: Readonly<Record<Exclude<ScreenName, 'home'>, LaterComponent<object>>> = {
  trade: laterScreen(() => import('../screens/Trade/TradeScreen.tsx').then((m) => m.openTradeScreen())),
  order: laterScreen(() => import('../screens/Order/OrderScreen.tsx').then((m) => m.OrderScreen)),
  portfolio: laterScreen(() =>
    import('../screens/Portfolio/PortfolioScreen.tsx').then((m) => m.PortfolioScreen),
  ),
  rank: laterScreen(() => import('../screens/Rank/RankScreen.tsx').then((m) => m.RankScreen)),
  user: laterScreen(() => import('../screens/User/UserScreen.tsx').then((m) => m.UserScreen)),
  settings: laterScreen(() => import('../screens/Settings/SettingsScreen.tsx').then((m) => m.SettingsScreen)),
  diagnostics: laterScreen(() =>
    import('../screens/Diagnostics/DiagnosticsScreen.tsx').then((m) => m.DiagnosticsScreen),
  ),
  language: laterScreen(() => import('../screens/Language/LanguageScreen.tsx').then((m) => m.LanguageScreen)),
  login: laterScreen(() => import('../screens/Login/LoginScreen.tsx').then((m) => m.LoginScreen)),
  news: laterScreen(() => import('../screens/News/NewsScreen.tsx').then((m) => m.NewsScreen)),
  newsDetail: laterScreen(() =>
    import('../screens/NewsDetail/NewsDetailScreen.tsx').then((m) => m.NewsDetailScreen),
  ),
  announcement: laterScreen(() => import('../screens/News/NewsScreen.tsx').then((m) => m.AnnouncementScreen)),
  invite: laterScreen(() => import('../screens/Invite/InviteScreen.tsx').then((m) => m.InviteScreen)),
  email: laterScreen(() => import('../screens/Email/EmailScreen.tsx').then((m) => m.EmailScreen)),
  feedback: laterScreen(() => import('../screens/Feedback/FeedbackScreen.tsx').then((m) => m.FeedbackScreen)),
  chat: laterScreen(() => import('../screens/Chat/ChatScreen.tsx').then((m) => m.ChatScreen)),
  history: laterScreen(() => import('../screens/History/HistoryScreen.tsx').then((m) => m.HistoryScreen)),
  register: laterScreen(() => import('../screens/Register/RegisterScreen.tsx').then((m) => m.RegisterScreen)),
  forgot: laterScreen(() => import('../screens/Forgot/ForgotScreen.tsx').then((m) => m.ForgotScreen)),
  password: laterScreen(() => import('../screens/Password/PasswordScreen.tsx').then((m) => m.PasswordScreen)),
  auth: laterScreen(() => import('../screens/Auth/AuthScreen.tsx').then((m) => m.AuthScreen)),
  charge: laterScreen(() => import('../screens/Charge/ChargeScreen.tsx').then((m) => m.ChargeScreen)),
  withdraw: laterScreen(() => import('../screens/Withdraw/WithdrawScreen.tsx').then((m) => m.WithdrawScreen)),
  wallet: laterScreen(() => import('../screens/Wallet/WalletScreen.tsx').then((m) => m.WalletScreen)),
  methods: laterScreen(() => import('../screens/Methods/MethodsScreen.tsx').then((m) => m.MethodsScreen)),
  bind: laterScreen(() => import('../screens/Bind/BindScreen.tsx').then((m) => m.BindScreen)),
  product: laterScreen(() => import('../screens/Product/ProductScreen.tsx').then((m) => m.ProductScreen)),
};

/** Stands before the screens that are not for everybody. */
export const Guard = laterScreen<{ readonly route: RouteEntry; readonly children: ReactNode }>(() =>
  import('./Guard.tsx').then((module) => module.Guard),
);
