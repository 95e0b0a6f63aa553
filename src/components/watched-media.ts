import { useSyncExternalStore } from 'react';

/** Whether a media query holds: now, and as a hook, which follows it. */
export function watchedMedia(query: string) {
  const matches = (): boolean => matchMedia(query).matches;
  const follow = (notify: () => void): (() => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', notify);
    return () => list.removeEventListener('change', notify);
  };
  return [matches, (): boolean => useSyncExternalStore(follow, matches)] as const;
}
