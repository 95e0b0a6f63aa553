import { Observable } from 'rxjs';
import { STREAM_QUEUE_MAX, STREAM_WINDOW, type WorkerMessage } from '../../shared/bridge/stream-protocol.ts';

/*
 * How a slow page slows the worker down. Market frames are conflated: one is in flight, and the next is made when the
 * page returned the last. All other values are queued, a bounded number of them in flight. `publish.ts` puts both on a
 * MessagePort. Nothing else in the worker may wait for the page.
 */

/** The key under which an acknowledged stream takes the receiver's acknowledgement, with the buffer to use again. */
export const ACK = Symbol('acknowledge');

/** A stream with at most one value in flight. The next leaves once that was acknowledged and something has changed. */
export interface Acknowledged<T> extends Observable<T> {
  [ACK](returned: ArrayBuffer | undefined): void;
}

/**
 * Conflates: however many changes come while a value is in flight, one value is made after its acknowledgement, from the
 * state at that time. Takes one subscriber at a time; each starts with nothing in flight and nothing changed.
 */
export function acknowledged<T>(
  changes$: Observable<unknown>,
  make: (spare: ArrayBuffer | undefined) => T,
): Acknowledged<T> {
  let isInFlight = false;
  let isChanged = false;
  let spare: ArrayBuffer | undefined;
  let emit: ((value: T) => void) | undefined;

  function pump(): void {
    if (isInFlight || !isChanged || emit === undefined) return;
    isInFlight = true;
    isChanged = false;
    emit(make(spare));
  }

  const values$ = new Observable<T>((subscriber) => {
    isInFlight = false;
    isChanged = false;
    spare = undefined;
    emit = (value) => subscriber.next(value);
    const listening = changes$.subscribe({
      next() {
        isChanged = true;
        pump();
      },
      error: (error) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
    return () => {
      emit = undefined;
      listening.unsubscribe();
    };
  });
  return Object.assign(values$, {
    [ACK](returned: ArrayBuffer | undefined): void {
      isInFlight = false;
      spare = returned;
      pump();
    },
  });
}

/** Messages to a page that takes them at its own pace: all of them, in order, at most `STREAM_WINDOW` in flight. */
export interface Outbox {
  /** @throws RangeError when `STREAM_QUEUE_MAX` messages wait already */
  put(message: WorkerMessage): void;
  /** The page has taken this many more. */
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
