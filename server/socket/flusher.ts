import { SOCKET_FLUSH_MS } from '../../shared/limits.ts';
import type { Clock } from '../clock.ts';

/** Something that gathers changes and sends them in one go. */
export interface Flushable {
  /** @returns whether somebody is still to be served, who had no room */
  flush(): boolean;
}

export interface Flusher {
  /** Has `topic` flushed within the next interval, however often it is asked. */
  request(topic: Flushable): void;
  /** The same after a while: for who can't be served now. */
  requestLater(topic: Flushable): void;
  stop(): void;
}

/** How long a client without room is left alone before it is looked at again. */
const RETRY_MS = 100;

/** Flushes what has changed, at most once in `SOCKET_FLUSH_MS`; an idle market costs no timer. */
export function createFlusher(clock: Clock): Flusher {
  const due = createRound(clock, SOCKET_FLUSH_MS, (topic) => {
    if (topic.flush()) later.add(topic);
  });
  const later = createRound(clock, RETRY_MS, (topic) => due.add(topic));
  return {
    request: due.add,
    requestLater: later.add,
    stop() {
      due.stop();
      later.stop();
    },
  };
}

/** Gathers topics and runs them all together, `delayMs` after the first. */
function createRound(clock: Clock, delayMs: number, run: (topic: Flushable) => void) {
  const gathered = new Set<Flushable>();
  let cancel: (() => void) | undefined;
  function start(): void {
    cancel = undefined;
    const topics = [...gathered];
    gathered.clear();
    for (const topic of topics) run(topic);
  }
  return {
    add(topic: Flushable): void {
      gathered.add(topic);
      cancel ??= clock.after(delayMs, start);
    },
    stop: () => cancel?.(),
  };
}
