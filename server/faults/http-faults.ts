import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { isApiPath, pathOf } from '../http/guard.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import type { Faults } from './faults.ts';

/** Applies active faults to the calls of the API. */
export function addFaultHooks(app: FastifyInstance, faults: Faults, clock: Clock): void {
  const isStruck = (request: FastifyRequest): boolean =>
    faults.isOn && request.method !== 'OPTIONS' && isApiPath(pathOf(request));

  app.addHook('onRequest', async (request, reply) => {
    if (isStruck(request) && faults.strike('refuse', 'http') !== undefined)
      return sendRefusal(request, reply, 503, refusal(CODE.internal));
  });

  // After the call has been carried out.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isStruck(request)) return payload;
    const delay = faults.strike('delay', 'http');
    if (delay !== undefined) await new Promise<void>((resolve) => void clock.after(delay.ms, resolve));
    const skew = faults.strike('skew', 'http');
    if (skew !== undefined) reply.header('date', new Date(clock.wall() + skew.ms).toUTCString());
    if (faults.strike('drop', 'http') !== undefined) request.raw.socket.destroy();
    return payload;
  });
}
