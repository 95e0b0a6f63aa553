import { useEffect } from 'react';
import { every } from '../clock.ts';

/** Rare enough: a review takes minutes at least. */
const PERIOD_MS = 10_000;

/**
 * Calls `reload` when the page is shown again, and every ten seconds while it is visible: for what the exchange decides
 * without pushing it. Only while `isWanted`.
 * @param reload a stable function
 */
export function useFresh(reload: () => Promise<void>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') void reload();
    };
    const stop = every(PERIOD_MS, look);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload, isWanted]);
}
