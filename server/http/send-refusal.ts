import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { type Refusal, refusal } from '../../shared/result.ts';
import { envelopeOf } from '../texts/envelope.ts';
import { languageOf } from '../texts/texts.ts';

/**
 * @param waitS seconds after which the same request may be accepted
 * @param more further facts
 */
export function refuseTooMany(
  request: FastifyRequest,
  reply: FastifyReply,
  waitS: number,
  more: Refusal['facts'] = {},
): FastifyReply {
  reply.header('retry-after', waitS);
  return sendRefusal(request, reply, 429, refusal(CODE.tooMany, '', { retry_after_s: waitS, ...more }));
}

/** Ends a request with a refusal; `status` is for transport errors, business refusals use 200. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: Refusal,
): FastifyReply {
  const language = languageOf(request.headers['lang']);
  return reply.code(status).send(envelopeOf({ ok: false, error }, language));
}
