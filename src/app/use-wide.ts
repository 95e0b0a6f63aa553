import { useSyncExternalStore } from 'react';

/** From here on two columns fit; not on a phone that lies. The same in the style sheets. */
const QUERY = '(min-width: 900px) and (min-height: 481px)';

export const isWide = (): boolean => matchMedia(QUERY).matches;

/** Whether the list of quotes stands beside every screen. */
export const useWide = (): boolean => useSyncExternalStore(follow, isWide);

function follow(tell: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}
