import { useLayoutEffect, useMemo, useRef } from 'react';
import { startSocket } from '../state/connection.ts';
import { refreshMarket } from '../state/market.ts';

export interface Navigation {
  /** Whether the page has moved since it was loaded. */
  hasMoved(): boolean;
  /** Whether there is a screen of this app to go back to. */
  hasBack(): boolean;
}

/**
 * What the specification asks of every navigation (section 2): start the socket, load the trade list on entering `/`
 * and `/trade`, scroll to the top. Home comes back to where it was left, since it was kept alive.
 */
export function useNavigation(path: string, search: string): Navigation {
  const shown = useRef<{ readonly path: string; readonly search: string } | undefined>(undefined);
  const moved = useRef(false);
  const pushed = useRef(false);
  const homeScroll = useRef(0);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = { path, search };
    if (left?.path === path && left.search === search) return;
    startSocket();
    if (left?.path !== path && (path === '/' || path === '/trade')) void refreshMarket();
    if (left === undefined) return;
    moved.current = true;
    window.scrollTo(0, path === '/' ? homeScroll.current : 0);
  }, [path, search]);
  // Kept while home is shown: once its rows are hidden, the page is too short to still know.
  useLayoutEffect(() => {
    if (path !== '/') return;
    const keep = (): void => {
      homeScroll.current = window.scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [path]);
  useLayoutEffect(() => {
    const note = (): void => {
      pushed.current = true;
    };
    // Announced by wouter; a replacement leaves nothing to go back to.
    addEventListener('pushState', note);
    return () => removeEventListener('pushState', note);
  }, []);
  return useMemo(() => ({ hasMoved: () => moved.current, hasBack: () => pushed.current }), []);
}
