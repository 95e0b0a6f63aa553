import { expose } from 'comlink';
import type { Engine } from '../../shared/bridge/worker-api.ts';
import { sendStreams } from './stream-handler.ts';

/** Offers the engine to the page that started this worker. */
export function exposeEngine(engine: Engine): void {
  sendStreams();
  expose(engine);
}
