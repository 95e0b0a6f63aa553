/** Runs tasks of one key one after the other, tasks of different keys concurrently. */
export interface Mailboxes<K> {
  /** A task that throws rejects its own promise; later tasks still run. */
  run<T>(key: K, task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing of these keys is running or waiting; by default of any. */
  idle(which?: (key: K) => boolean): Promise<void>;
}

export function createMailboxes<K>(): Mailboxes<K> {
  const tails = new Map<K, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(task);
      const tail = result.then(nothing, nothing).then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      tails.set(key, tail);
      return result;
    },
    async idle(which = () => true) {
      for (;;) {
        const busy = [...tails].filter(([key]) => which(key)).map(([, tail]) => tail);
        if (busy.length === 0) return;
        await Promise.all(busy);
      }
    },
  };
}

const nothing = () => undefined;
