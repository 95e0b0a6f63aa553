import { useLayoutEffect, useRef } from 'react';
import { startSocket } from '../state/connection.ts';
import { refreshMarket } from '../state/market.ts';

let navigations = 0;
let homeScroll = 0;

/** Whether the page has moved since it was loaded. */
export const hasNavigated = (): boolean => navigations > 0;

/**
 * What the specification asks of every navigation (section 2): start the socket, load the trade list on entering `/`
 * and `/trade`, scroll to the top. Home comes back to where it was left, since it was kept alive.
 */
export function useNavigation(path: string, search: string): void {
  const shown = useRef<{ readonly path: string; readonly search: string } | undefined>(undefined);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = { path, search };
    if (left?.path === path && left.search === search) return;
    startSocket();
    if (path !== left?.path && (path === '/' || path === '/trade')) void refreshMarket();
    if (left === undefined) return;
    navigations++;
    window.scrollTo(0, path === '/' ? homeScroll : 0);
  }, [path, search]);
  // Kept while home is shown: once its rows are hidden, the page is too short to still know.
  useLayoutEffect(() => {
    if (path !== '/') return;
    const keep = (): void => {
      homeScroll = window.scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [path]);
}
