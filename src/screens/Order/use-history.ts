import { useCallback, useEffect, useRef, useState } from 'react';
import { onOrderEvent } from '../../state/account.ts';
import { loadHistory } from '../../state/orders.ts';
import { EMPTY_HISTORY, type History, nextPage, withPage } from './history-model.ts';

export interface HistoryLoader {
  readonly history: History;
  readonly loading: boolean;
  /** Loads the newest page; also after a failure. */
  readonly refresh: () => Promise<void>;
  /** Loads the next page, unless one is on its way. */
  readonly more: () => void;
}

/** The history while `active`; renewed each time it becomes active and whenever an order closes meanwhile. */
export function useHistory(active: boolean): HistoryLoader {
  const [history, setHistory] = useState(EMPTY_HISTORY);
  const [loading, setLoading] = useState(false);
  const latest = useRef(history);
  const busy = useRef<Promise<void>>(undefined);

  const load = useCallback(async (page: number): Promise<void> => {
    setLoading(true);
    const result = await loadHistory(page);
    latest.current = withPage(latest.current, page, result);
    setHistory(latest.current);
    setLoading(false);
  }, []);
  // One page at a time, in order: a page that overtook another would leave a gap.
  const queue = useCallback(
    (page: () => number): Promise<void> => {
      const next = (busy.current ?? Promise.resolve()).then(() => load(page()));
      busy.current = next;
      return next.finally(() => {
        if (busy.current === next) busy.current = undefined;
      });
    },
    [load],
  );
  const refresh = useCallback(() => queue(() => 1), [queue]);
  const more = useCallback(() => {
    if (busy.current === undefined) void queue(() => nextPage(latest.current));
  }, [queue]);

  useEffect(() => {
    if (!active) return;
    void refresh();
    return onOrderEvent((event) => {
      if (event.kind === 'closed') void refresh();
    });
  }, [active, refresh]);
  return { history, loading, refresh, more };
}
