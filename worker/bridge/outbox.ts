import { STREAM_QUEUE_MAX, STREAM_WINDOW, type WorkerMessage } from '../../shared/bridge/stream-protocol.ts';

/** Messages on their way to a page that takes them at its own pace: all of them, in order, few at a time. */
export interface Outbox {
  /** @throws RangeError when the page takes nothing for so long that too many wait */
  put(message: WorkerMessage): void;
  /** The page has taken so many more. */
  taken(count: number): void;
}

export function createOutbox(post: (message: WorkerMessage) => void): Outbox {
  let waiting: WorkerMessage[] = [];
  let inFlight = 0;
  const flush = () => {
    const count = Math.min(waiting.length, STREAM_WINDOW - inFlight);
    if (count <= 0) return;
    const leaving = waiting.slice(0, count);
    waiting = waiting.slice(count);
    inFlight += count;
    for (const message of leaving) post(message);
  };
  return {
    put(message) {
      if (waiting.length >= STREAM_QUEUE_MAX) throw new RangeError('the page takes nothing from this stream');
      waiting.push(message);
      flush();
    },
    taken(count) {
      inFlight -= count;
      flush();
    },
  };
}
