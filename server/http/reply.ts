import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE, type Envelope } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { type Refusal, type Result, refusal } from '../../shared/result.ts';
import { languageOf, messageFor } from '../texts/texts.ts';

export function envelopeOf(outcome: Result<unknown>, language: Language): Envelope<unknown> {
  if (outcome.ok) return { code: CODE.success, msg: '', data: outcome.value };
  const { code, facts } = outcome.error;
  return { code, msg: messageFor(code, language, facts?.['reason']), data: facts ?? null };
}

/** @param waitS seconds after which the same request may be accepted */
export function refuseTooMany(request: FastifyRequest, reply: FastifyReply, waitS: number): FastifyReply {
  reply.header('retry-after', waitS);
  return sendRefusal(request, reply, 429, refusal(CODE.tooMany, '', { retry_after_s: waitS }));
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
