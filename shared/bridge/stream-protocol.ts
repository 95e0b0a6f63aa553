/**
 * What crosses a stream's MessagePort. A stream handed from worker to page is one port and takes one subscription.
 * Two kinds: ordinary streams lose nothing and keep their order; frame streams hand over one transferred array at a
 * time, and its buffer's way back is the acknowledgement that lets the next one leave.
 */
export const STREAM_HANDLER = 'stream';

/** Ordinary values the worker sends ahead of the page's acknowledgements; the rest waits in the worker, in order. */
export const STREAM_WINDOW = 64;
/** The page acknowledges every so many values. */
export const STREAM_ACK_EVERY = 16;
/** Values that may wait for a page that takes none; beyond that the subscription fails and the page opens a new one. */
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
  /** So many more ordinary values were handed to the subscriber. */
  | readonly [kind: typeof FROM_PAGE.took, count: number]
  | readonly [kind: typeof FROM_PAGE.returned, buffer: ArrayBuffer];
