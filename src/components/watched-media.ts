import { useSyncExternalStore } from 'react';

/** Whether a media query holds: `matches` now, `use` in a component, which follows it. */
export function watchedMedia(query: string) {
  const matches = (): boolean => matchMedia(query).matches;
  const follow = (tell: () => void): (() => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  };
  return { matches, use: (): boolean => useSyncExternalStore(follow, matches) };
}
