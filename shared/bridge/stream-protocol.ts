/**
 * The messages of a stream's MessagePort. A stream from worker to page is one port with one subscription. Ordinary streams
 * lose nothing and keep their order; frame streams transfer one array at a time, and returning its buffer is the
 * acknowledgement for the next one.
 */
export const STREAM_HANDLER = 'stream';

/** Ordinary values in flight without an acknowledgement; further ones are queued in the worker. */
export const STREAM_WINDOW = 64;
/** Number of values that the page acknowledges at once. */
export const STREAM_ACK_EVERY = 16;
/** Length of the queue. When it is full, the subscription fails and the page opens a new one. */
export const STREAM_QUEUE_MAX = 10_000;

export const FROM_WORKER = { next: 0, frame: 1, error: 2, complete: 3 } as const;
export const FROM_PAGE = { subscribe: 0, unsubscribe: 1, took: 2, returned: 3 } as const;

export type WorkerMessage =
  | readonly [kind: typeof FROM_WORKER.next, value: unknown]
  | readonly [kind: typeof FROM_WORKER.frame, frame: Float64Array]
  | readonly [kind: typeof FROM_WORKER.error, name: string, message: string]
  | readonly [kind: typeof FROM_WORKER.complete];

export type PageMessage =
  | readonly [kind: typeof FROM_PAGE.subscribe]
  | readonly [kind: typeof FROM_PAGE.unsubscribe]
  /** The subscriber has received this many more ordinary values. */
  | readonly [kind: typeof FROM_PAGE.took, count: number]
  | readonly [kind: typeof FROM_PAGE.returned, buffer: ArrayBuffer];
