import { useSyncExternalStore } from 'react';
import type { TextKeyOf } from '../../shared/read-texts.ts';
import type { TextValues } from './translator.ts';

/*
 * Gives components the texts of the current language. Some twenty lines in place of a package that would pull i18next
 * into the first chunk and costs several hooks for each row of a list.
 */

/** The files of `texts`, for the compiler. */
interface Sections {
  account: typeof import('./texts/account.json');
  alerts: typeof import('./texts/alerts.json');
  announcement: typeof import('./texts/announcement.json');
  app: typeof import('./texts/app.json');
  auth: typeof import('./texts/auth.json');
  charge: typeof import('./texts/charge.json');
  chart: typeof import('./texts/chart.json');
  chat: typeof import('./texts/chat.json');
  clock: typeof import('./texts/clock.json');
  company: typeof import('./texts/company.json');
  connection: typeof import('./texts/connection.json');
  curve: typeof import('./texts/curve.json');
  data: typeof import('./texts/data.json');
  diagnostics: typeof import('./texts/diagnostics.json');
  drawing: typeof import('./texts/drawing.json');
  email: typeof import('./texts/email.json');
  error: typeof import('./texts/error.json');
  factors: typeof import('./texts/factors.json');
  feedback: typeof import('./texts/feedback.json');
  form: typeof import('./texts/form.json');
  history: typeof import('./texts/history.json');
  home: typeof import('./texts/home.json');
  install: typeof import('./texts/install.json');
  instrument: typeof import('./texts/instrument.json');
  invite: typeof import('./texts/invite.json');
  keys: typeof import('./texts/keys.json');
  ledger: typeof import('./texts/ledger.json');
  lines: typeof import('./texts/lines.json');
  moves: typeof import('./texts/moves.json');
  news: typeof import('./texts/news.json');
  not_found: typeof import('./texts/not_found.json');
  order: typeof import('./texts/order.json');
  password: typeof import('./texts/password.json');
  pick: typeof import('./texts/pick.json');
  portfolio: typeof import('./texts/portfolio.json');
  product: typeof import('./texts/product.json');
  public: typeof import('./texts/public.json');
  push: typeof import('./texts/push.json');
  rank: typeof import('./texts/rank.json');
  settings: typeof import('./texts/settings.json');
  story: typeof import('./texts/story.json');
  strip: typeof import('./texts/strip.json');
  tab: typeof import('./texts/tab.json');
  taps: typeof import('./texts/taps.json');
  ticket: typeof import('./texts/ticket.json');
  trade: typeof import('./texts/trade.json');
  user: typeof import('./texts/user.json');
  wallet: typeof import('./texts/wallet.json');
  withdraw: typeof import('./texts/withdraw.json');
}

/** The key of a text: its file and its name there, such as `order.close_all`. */
export type TextKey = TextKeyOf<Sections>;

/** Gives the text of a key in the reader's language, with its placeholders filled from `values`. */
export type Translate = (key: TextKey, values?: TextValues) => string;

let current: Translate | undefined;
const listeners = new Set<() => void>();

/** Renders all components that show texts again, with those of another language. */
export function publishTranslator(translate: Translate): void {
  current = translate;
  for (const listener of listeners) listener();
}

/** `t(key, { name: value })` is a new function for each language. */
export function useTranslation(): { readonly t: Translate } {
  return { t: useSyncExternalStore(subscribe, currentTranslate) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function currentTranslate(): Translate {
  if (current === undefined) throw new Error('texts were asked for before they were loaded');
  return current;
}
