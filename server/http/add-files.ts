import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CODE } from '../../shared/contract/codes.ts';
import { refusal } from '../../shared/result.ts';
import { limitByNetwork } from '../network.ts';
import { RATES, type RateLimits } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { refuseTooMany, sendRefusal } from './send-refusal.ts';

/** A picture opened directly is a page: no script may run in it, whatever type the browser guesses. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

interface FilesDeps {
  readonly services: Pick<Services, 'files'>;
  readonly rateLimits: RateLimits;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly isReady: () => boolean;
}

/** Serves uploaded pictures to anyone with a signed link. */
export function addFiles(
  app: FastifyInstance,
  { services, rateLimits, addressOf, isReady }: FilesDeps,
): void {
  const take = limitByNetwork(rateLimits.quick, 'files', RATES.read);
  app.get('/files/*', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': FILE_POLICY });
    if (!isReady()) return sendRefusal(request, reply, 503, refusal(CODE.internal));
    const waitS = await take(addressOf(request));
    if (waitS > 0) return refuseTooMany(request, reply, waitS);
    const picture = await services.files.open(request.url);
    if (picture === undefined) return sendRefusal(request, reply, 404, refusal(CODE.notFound));
    return reply
      .headers({
        'cache-control': `private, max-age=${picture.secondsLeft}`,
        'content-disposition': 'inline',
        'content-length': picture.size,
      })
      .type(picture.mime)
      .send(picture.content);
  });
}
