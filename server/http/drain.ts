import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';

/** Requests that still run when this is over are cut off. */
const LAST_REQUEST_MS = 5_000;

export interface Requests {
  /** Waits until no request is running, at most `LAST_REQUEST_MS`. */
  idle(): Promise<void>;
}

/** While the process drains, asks each client to open another connection: another process serves its next request. */
export function trackRequests(app: FastifyInstance, isDraining: () => boolean): Requests {
  let underWay = 0;
  const idle = new Set<() => void>();
  app.addHook('onRequest', async (_, reply) => {
    underWay++;
    reply.raw.once('close', () => {
      underWay--;
      if (underWay === 0) for (const done of idle) done();
    });
    if (isDraining()) reply.header('connection', 'close');
  });
  return {
    idle() {
      if (underWay === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      idle.add(resolve);
      const giveUp = systemClock.after(LAST_REQUEST_MS, resolve);
      return promise.finally(giveUp);
    },
  };
}
