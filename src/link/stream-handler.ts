import { type TransferHandler, transferHandlers } from 'comlink';
import { STREAM_HANDLER } from '../../shared/bridge/stream-protocol.ts';
import type { Stream } from '../../shared/bridge/worker-api.ts';
import { streamFromPort } from './stream-port.ts';

/** Teaches Comlink to take streams from the worker. The page hands none over itself. */
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
