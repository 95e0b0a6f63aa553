import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { type BaseLocationHook, Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

interface Place {
  readonly path: string;
  /** With its `?`; empty when there is none. */
  readonly search: string;
}

const read = (): Place => ({ path: location.pathname, search: location.search });
const PlaceContext = createContext<Place>({ path: '/', search: '' });

const usePlace: BaseLocationHook = () => [useContext(PlaceContext).path, navigate];
usePlace.searchHook = () => useContext(PlaceContext).search;

/** wouter announces its own pushes and replacements by events of these names. */
const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/**
 * The address as React state. wouter by itself reads it as an external store, which React can't keep for a
 * transition: a navigation would throw away the screen it leaves before the next one is ready to paint.
 */
export function LocationRouter({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const follow = (): void => startTransition(() => setPlace(read));
    for (const event of EVENTS) addEventListener(event, follow);
    // A screen may have redirected while it was being mounted, before this effect could listen.
    follow();
    return () => {
      for (const event of EVENTS) removeEventListener(event, follow);
    };
  }, []);
  // The same object for the same address: an entry pushed for an open dialog renders nothing.
  const { path, search } = place;
  const stable = useMemo(() => ({ path, search }), [path, search]);
  return (
    <PlaceContext.Provider value={stable}>
      <Router hook={usePlace}>{children}</Router>
    </PlaceContext.Provider>
  );
}
