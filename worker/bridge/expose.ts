import { expose, type TransferHandler, transferHandlers } from 'comlink';
import { STREAM_HANDLER } from '../../shared/bridge/stream-protocol.ts';
import type { Engine, Stream } from '../../shared/bridge/worker-api.ts';
import { publish } from './publish.ts';

/** Offers an engine to the page that started this worker; the other members may come after `configure`. */
export function exposeEngine(engine: Engine | Pick<Engine, 'configure'>): void {
  sendStreams();
  expose(engine);
}

/** Teaches Comlink to send streams to the page, each as a MessagePort. None come from the page. */
export function sendStreams(): void {
  const handler: TransferHandler<Stream<unknown>, MessagePort> = {
    canHandle: isStream,
    serialize(source) {
      const port = publish(source);
      return [port, [port]];
    },
    deserialize: () => {
      throw new TypeError('streams only go from worker to page');
    },
  };
  transferHandlers.set(STREAM_HANDLER, handler);
}

const isStream = (value: unknown): value is Stream<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'subscribe' in value &&
  typeof value.subscribe === 'function';
