import { useContext } from 'react';
import { type PageShell, PageShellContext } from '../../components/Page.tsx';

/** The path to show after the login, from the `from` parameter of the login's address. */
export const useReturnPath = (from: string | null): string =>
  safeReturn(from, location.origin, useContext(PageShellContext).screenAt);

/**
 * The path in `from`, but only when it leads to a known screen of this very origin.
 * Browsers read `/\evil.com` and `/<tab>/evil.com` as other hosts, so the URL parser decides, not the text.
 */
export function safeReturn(from: string | null, origin: string, screenAt: PageShell['screenAt']): string {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  const url = new URL(from, origin);
  if (url.origin !== origin) return '/';
  const screen = screenAt(url.pathname);
  return screen === undefined || screen === 'login' ? '/' : url.pathname + url.search;
}
