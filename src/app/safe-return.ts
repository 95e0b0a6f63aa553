import { routeOf } from './routes.ts';

/**
 * Where to go after the login: the path in `from`, but only when it leads to a known screen of this very origin.
 * Browsers read `/\evil.com` and `/<tab>/evil.com` as other hosts, so the URL parser decides, not the text.
 */
export function safeReturn(from: string | null, origin: string): string {
  if (from === null || !from.startsWith('/')) return '/';
  const url = parse(from, origin);
  if (url === undefined || url.origin !== origin) return '/';
  const route = routeOf(url.pathname);
  return route === undefined || route.screen === 'login' ? '/' : url.pathname + url.search;
}

function parse(text: string, base: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
