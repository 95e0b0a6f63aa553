import {
  FROM_PAGE,
  FROM_WORKER,
  type PageMessage,
  type WorkerMessage,
} from '../../shared/bridge/stream-protocol.ts';
import type { Stream } from '../../shared/bridge/worker-api.ts';
import { ACK, createOutbox } from './back-pressure.ts';

/** How one kind of stream is sent through a port. */
interface Sender {
  next(value: unknown): void;
  /** Sends the last message, after all earlier ones. */
  end(last: WorkerMessage): void;
  /** Handles an acknowledgement of the page. */
  acknowledge(message: PageMessage): void;
}

type Post = (message: WorkerMessage, transfer?: Transferable[]) => void;

/**
 * Returns the page's end of a channel that carries `source` when the page subscribes. The channel closes when the source
 * ends, when the page unsubscribes, and when the page drops a stream that it never subscribed to.
 */
export function publish(source: Stream<unknown>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  let subscription: { unsubscribe(): void } | undefined;
  let open = true;

  const close = () => {
    open = false;
    port1.onmessage = null;
    port1.close();
    subscription?.unsubscribe();
  };
  const post: Post = (message, transfer = []) => {
    if (!open) return;
    port1.postMessage(message, transfer);
    if (message[0] === FROM_WORKER.error || message[0] === FROM_WORKER.complete) close();
  };
  const sender = isFrames(source) ? frameSender(source, post) : plainSender(post);
  const fail = (error: unknown) => sender.end(errorMessage(error));
  const subscribe = () => {
    subscription = source.subscribe({
      next(value) {
        try {
          if (open) sender.next(value);
        } catch (error) {
          // A value that can't be cloned, or a full queue, must not break the source.
          post(errorMessage(error));
        }
      },
      error: fail,
      complete: () => sender.end([FROM_WORKER.complete]),
    });
    // The source may have ended during `subscribe`.
    if (!open) subscription.unsubscribe();
  };
  port1.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    if (data[0] === FROM_PAGE.subscribe) subscribe();
    else if (data[0] === FROM_PAGE.unsubscribe) close();
    else sender.acknowledge(data);
  };
  return port2;
}

interface Frames extends Stream<unknown> {
  [ACK](returned: ArrayBuffer | undefined): void;
}

const isFrames = (source: Stream<unknown>): source is Frames => ACK in source;

/** The source keeps one frame in flight. The frame's buffer is transferred, and comes back with the acknowledgement. */
function frameSender(source: Frames, post: Post): Sender {
  return {
    next(frame) {
      if (!(frame instanceof Float64Array)) throw new TypeError('a frame is a Float64Array');
      post([FROM_WORKER.frame, frame], [frame.buffer]);
    },
    end: (last) => post(last),
    acknowledge(message) {
      if (message[0] === FROM_PAGE.returned) source[ACK](message[1]);
    },
  };
}

function plainSender(post: Post): Sender {
  const outbox = createOutbox(post);
  return {
    next: (value) => outbox.put([FROM_WORKER.next, value]),
    end: outbox.put,
    acknowledge(message) {
      if (message[0] === FROM_PAGE.took) outbox.taken(message[1]);
    },
  };
}

/** Only name and message cross: a stack is of no use to the page, and fields may hold anything. */
function errorMessage(error: unknown): WorkerMessage {
  return error instanceof Error
    ? [FROM_WORKER.error, error.name, error.message]
    : [FROM_WORKER.error, 'Error', String(error)];
}
