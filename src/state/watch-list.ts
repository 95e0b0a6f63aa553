/** Reference counts of the instruments on the screen; one instrument may be shown twice. */
export interface WatchList<Id> {
  readonly size: number;
  has(id: Id): boolean;
  /** Returns a release function; safe to call twice. */
  retain(id: Id): () => void;
}

/**
 * @param publish called with the whole list after a change
 * @param collect schedules `publish`; by default at the end of the task, since the rows of a screen change together
 */
export function createWatchList<Id>(
  publish: (ids: readonly Id[]) => void,
  collect: (flush: () => void) => void = queueMicrotask,
): WatchList<Id> {
  const holders = new Map<Id, number>();
  let published: readonly Id[] = [];
  let scheduled = false;
  const flush = () => {
    scheduled = false;
    const same = published.length === holders.size && published.every((id) => holders.has(id));
    if (same) return;
    published = [...holders.keys()];
    publish(published);
  };
  const changed = () => {
    if (scheduled) return;
    scheduled = true;
    collect(flush);
  };
  const release = (id: Id) => {
    const count = holders.get(id) ?? 0;
    if (count > 1) holders.set(id, count - 1);
    else holders.delete(id);
    changed();
  };
  return {
    get size() {
      return holders.size;
    },
    has: (id) => holders.has(id),
    retain(id) {
      holders.set(id, (holders.get(id) ?? 0) + 1);
      changed();
      let held = true;
      return () => {
        if (held) release(id);
        held = false;
      };
    },
  };
}
