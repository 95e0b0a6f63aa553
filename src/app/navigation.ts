import { useLayoutEffect, useMemo, useRef } from 'react';
import { startSocket } from '../state/connection.ts';
import { refreshMarket } from '../state/market.ts';
import { isWide } from './use-wide.ts';

/** Not yet in every browser. */
declare const navigation: { readonly canGoBack: boolean } | undefined;

export interface Navigation {
  /** Whether a navigation happened since the page was loaded. */
  hasMoved(): boolean;
  /** Whether the history has a previous screen of this app. */
  hasBack(): boolean;
}

/**
 * Carries out what the specification requires of every navigation (section 2): start the socket, load the trade list on
 * entering `/` and `/trade`, scroll to the top. Home returns to its last scroll position, since it stays mounted.
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
    // The engine loads the list as it starts.
    if (left === undefined) return;
    if (left.path !== path && (path === '/' || path === '/trade')) void refreshMarket();
    moved.current = true;
    // On a wide screen the page is the list; the screens beside it scroll for themselves.
    if (!isWide()) window.scrollTo(0, path === '/' ? homeScroll.current : 0);
  }, [path, search]);
  // Store the position while home is shown: when its rows are hidden, the page is too short to have it.
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
      const { pathname, search: query } = location;
      // A sheet's own entry is gone with the sheet.
      if (pathname !== shown.current?.path || query.slice(1) !== shown.current.search) pushed.current = true;
    };
    // An event of wouter. A replacement adds no entry to go back to.
    addEventListener('pushState', note);
    return () => removeEventListener('pushState', note);
  }, []);
  return useMemo(
    () => ({
      hasMoved: () => moved.current,
      // Elsewhere it is not known that the browser's own button has led back to the first screen.
      hasBack: () => (typeof navigation === 'undefined' ? pushed.current : navigation.canGoBack),
    }),
    [],
  );
}
