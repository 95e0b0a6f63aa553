import { type TransferHandler, transferHandlers } from 'comlink';
import {
  FROM_PAGE,
  FROM_WORKER,
  type PageMessage,
  STREAM_ACK_EVERY,
  STREAM_HANDLER,
  type WorkerMessage,
} from '../../shared/bridge/stream-protocol.ts';
import type { Stream } from '../../shared/bridge/worker-api.ts';

type Observer = Parameters<Stream<unknown>['subscribe']>[0];

/**
 * Unsubscribes the ports of streams that nobody subscribed to, when the stream is collected. A live port must not reach
 * the stream, so the port's handler is created in a function that never sees the stream.
 */
const abandoned = new FinalizationRegistry<MessagePort>((port) => post(port, [FROM_PAGE.unsubscribe]));

/** The ports through which the frames on the page go back. */
const returns = new WeakMap<ArrayBufferLike, MessagePort>();

/** Lets Comlink receive streams from the worker; the page sends none. */
export function receiveStreams(): void {
  const handler: TransferHandler<Stream<unknown>, MessagePort> = {
    canHandle: (_value): _value is Stream<unknown> => false,
    serialize: () => {
      throw new TypeError('streams only go from worker to page');
    },
    deserialize: streamFromPort,
  };
  transferHandlers.set(STREAM_HANDLER, handler);
}

/** The page's end of a stream: one port, one subscription. */
export function streamFromPort(port: MessagePort): Stream<unknown> {
  let taken = false;
  const stream: Stream<unknown> = {
    subscribe(observer) {
      if (taken) throw new Error('a stream takes one subscription: ask the engine for another stream');
      taken = true;
      abandoned.unregister(stream);
      return listen(port, observer);
    },
  };
  abandoned.register(stream, port, stream);
  return stream;
}

/** Returns a frame's buffer to the worker, which may then send the next frame. The frame is empty afterwards. */
export function giveBack(frame: Float64Array): void {
  const buffer = frame.buffer;
  const port = returns.get(buffer);
  if (port === undefined || !(buffer instanceof ArrayBuffer)) return;
  returns.delete(buffer);
  post(port, [FROM_PAGE.returned, buffer], [buffer]);
}

function listen(port: MessagePort, observer: Observer): { unsubscribe(): void } {
  let open = true;
  let taken = 0;
  const end = () => {
    open = false;
    port.onmessage = null;
    port.close();
  };
  port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (!open) return;
    switch (data[0]) {
      case FROM_WORKER.next:
        taken++;
        if (taken === STREAM_ACK_EVERY) {
          post(port, [FROM_PAGE.took, taken]);
          taken = 0;
        }
        return observer.next(data[1]);
      case FROM_WORKER.frame:
        returns.set(data[1].buffer, port);
        return observer.next(data[1]);
      case FROM_WORKER.error:
        end();
        return observer.error?.(Object.assign(new Error(data[2]), { name: data[1] }));
      case FROM_WORKER.complete:
        end();
        return observer.complete?.();
    }
  };
  post(port, [FROM_PAGE.subscribe]);
  return {
    unsubscribe() {
      if (!open) return;
      post(port, [FROM_PAGE.unsubscribe]);
      end();
    },
  };
}

function post(port: MessagePort, message: PageMessage, transfer: Transferable[] = []): void {
  port.postMessage(message, transfer);
}
