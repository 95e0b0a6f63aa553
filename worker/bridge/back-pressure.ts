import { Observable } from 'rxjs';
import { STREAM_QUEUE_MAX, STREAM_WINDOW, type WorkerMessage } from '../../shared/bridge/stream-protocol.ts';

/*
 * How a slow page slows the worker down. Market frames are conflated: one is in flight, and the next is made when the
 * page returned the last. All other values are queued, a bounded number of them in flight. `publish.ts` puts both on a
 * MessagePort. Nothing else in the worker may wait for the page.
 */

/** The key under which an acknowledged stream takes the receiver's acknowledgement, with the buffer to use again. */
export const ACK = Symbol('acknowledge');

/** A stream with at most one value in flight. The next leaves when that was acknowledged and something has changed. */
export interface Acknowledged<T> extends Observable<T> {
  [ACK](returned: ArrayBuffer | undefined): void;
}

/** `pending`: one value is in flight. `waiting`: also, something has changed since it was made. */
export type Flow = 'idle' | 'pending' | 'waiting';

/** The next state after a change or an acknowledgement; if it is `pending`, a value is made now. Pure. */
export function step(flow: Flow, event: 'next' | 'ack'): Flow {
  if (event === 'ack') return flow === 'waiting' ? 'pending' : 'idle';
  return flow === 'idle' ? 'pending' : 'waiting';
}

/**
 * Conflates: however many changes come while a value is in flight, one value is made after its acknowledgement, from the
 * state at that time. Takes one subscriber at a time; each starts with nothing in flight and nothing changed.
 */
export function acknowledged<T>(
  changes$: Observable<unknown>,
  make: (spare: ArrayBuffer | undefined) => T,
): Acknowledged<T> {
  let flow: Flow = 'idle';
  let spare: ArrayBuffer | undefined;
  let emit: ((value: T) => void) | undefined;

  function dispatch(event: 'next' | 'ack'): void {
    flow = step(flow, event);
    if (flow === 'pending') emit?.(make(spare));
  }

  const values$ = new Observable<T>((subscriber) => {
    flow = 'idle';
    spare = undefined;
    emit = (value) => subscriber.next(value);
    const listening = changes$.subscribe({
      next: () => dispatch('next'),
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
      spare = returned;
      dispatch('ack');
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
