import type { ComponentType, LazyExoticComponent } from 'react';
import type { ScreenName } from './routes.ts';
import { withTexts } from './with-texts.ts';

/** All screens but home: each in a chunk of its own. */
export const LAZY_SCREENS: Readonly<Record<Exclude<ScreenName, 'home'>, LazyExoticComponent<ComponentType>>> =
  {
    trade: withTexts(() => import('../screens/Trade/TradeScreen.tsx').then((m) => m.TradeScreen)),
    order: withTexts(() => import('../screens/Order/OrderScreen.tsx').then((m) => m.OrderScreen)),
    rank: withTexts(() => import('../screens/Rank/RankScreen.tsx').then((m) => m.RankScreen)),
    user: withTexts(() => import('../screens/User/UserScreen.tsx').then((m) => m.UserScreen)),
    settings: withTexts(() => import('../screens/Settings/SettingsScreen.tsx').then((m) => m.SettingsScreen)),
    diagnostics: withTexts(() =>
      import('../screens/Diagnostics/DiagnosticsScreen.tsx').then((m) => m.DiagnosticsScreen),
    ),
    language: withTexts(() => import('../screens/Language/LanguageScreen.tsx').then((m) => m.LanguageScreen)),
    login: withTexts(() => import('../screens/Login/LoginScreen.tsx').then((m) => m.LoginScreen)),
    news: withTexts(() => import('../screens/News/NewsScreen.tsx').then((m) => m.NewsScreen)),
    newsDetail: withTexts(() =>
      import('../screens/NewsDetail/NewsDetailScreen.tsx').then((m) => m.NewsDetailScreen),
    ),
    announcement: withTexts(() =>
      import('../screens/Announcement/AnnouncementScreen.tsx').then((m) => m.AnnouncementScreen),
    ),
    invite: withTexts(() => import('../screens/Invite/InviteScreen.tsx').then((m) => m.InviteScreen)),
    email: withTexts(() => import('../screens/Email/EmailScreen.tsx').then((m) => m.EmailScreen)),
    feedback: withTexts(() => import('../screens/Feedback/FeedbackScreen.tsx').then((m) => m.FeedbackScreen)),
    chat: withTexts(() => import('../screens/Chat/ChatScreen.tsx').then((m) => m.ChatScreen)),
    history: withTexts(() => import('../screens/History/HistoryScreen.tsx').then((m) => m.HistoryScreen)),
    register: withTexts(() => import('../screens/Register/RegisterScreen.tsx').then((m) => m.RegisterScreen)),
    forgot: withTexts(() => import('../screens/Forgot/ForgotScreen.tsx').then((m) => m.ForgotScreen)),
    password: withTexts(() => import('../screens/Password/PasswordScreen.tsx').then((m) => m.PasswordScreen)),
    auth: withTexts(() => import('../screens/Auth/AuthScreen.tsx').then((m) => m.AuthScreen)),
    charge: withTexts(() => import('../screens/Charge/ChargeScreen.tsx').then((m) => m.ChargeScreen)),
    withdraw: withTexts(() => import('../screens/Withdraw/WithdrawScreen.tsx').then((m) => m.WithdrawScreen)),
    wallet: withTexts(() => import('../screens/Wallet/WalletScreen.tsx').then((m) => m.WalletScreen)),
    methods: withTexts(() => import('../screens/Methods/MethodsScreen.tsx').then((m) => m.MethodsScreen)),
    bind: withTexts(() => import('../screens/Bind/BindScreen.tsx').then((m) => m.BindScreen)),
    product: withTexts(() => import('../screens/Product/ProductScreen.tsx').then((m) => m.ProductScreen)),
  };
