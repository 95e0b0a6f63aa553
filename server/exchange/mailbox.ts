/** Runs tasks of one key one after the other, tasks of different keys concurrently. */
export interface Mailboxes<K> {
  /** A task that throws rejects its own promise; later tasks still run. */
  run<T>(key: K, task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
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
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}

const nothing = () => undefined;
