import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** How long a client may take to send a request. */
export interface Deadlines {
  /** For the headers, from the opening of the connection or the end of the request before. */
  readonly headMs: number;
  /** For the body of a call that carries no picture: 16 kB, or 32 kB. */
  readonly bodyMs: number;
  /** For the whole of any request: 10 MB take two minutes at 0.7 Mbit/s. */
  readonly uploadMs: number;
  /** Interval of the check for late requests: each time may be exceeded by this much. */
  readonly checkMs: number;
}

export const DEADLINES: Deadlines = { headMs: 15_000, bodyMs: 30_000, uploadMs: 120_000, checkMs: 1_000 };

/** Node's code for a request that did not arrive in time. */
export const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

type Refuse = (error: Error & { readonly code: string }, socket: Socket) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route that takes a picture. */
    isUpload?: boolean;
  }
}

/** Node has one time limit for all requests, which must admit pictures: the other bodies get theirs here. */
export function addBodyDeadline(app: FastifyInstance, clock: Clock, bodyMs: number, refuse: Refuse): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.isUpload === true || !hasBody(raw.headers)) return;
    const cancel = clock.after(bodyMs, () => {
      if (raw.complete || raw.readableEnded) return;
      refuse(Object.assign(new Error('the body came too slowly'), { code: REQUEST_TIMEOUT }), raw.socket);
      raw.socket.destroySoon();
    });
    raw.once('close', cancel);
  });
}

const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  'transfer-encoding' in headers || !['0', undefined].includes(headers['content-length'] as string);
