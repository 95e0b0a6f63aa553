import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { UPLOAD_MAX_BYTES } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import { badParameter } from '../call.ts';

const PART = 'file';
/** Bytes around the file in a multipart body. */
const FRAME_MAX_BYTES = 16 * 1024;
/** One more than is taken of everything, so that a surplus is seen and named. */
const LIMITS = {
  fileSize: UPLOAD_MAX_BYTES + 1,
  files: 2,
  fields: 1,
  parts: 3,
  fieldNameSize: 64,
  fieldSize: 64,
  headerPairs: 16,
};

/** Puts a route on its path that takes multipart and nothing else; no other route takes it. */
export function addFileRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    scope.route(route);
  });
}

/**
 * The one part `file` of a request, read now and not before. Any other part, none, or a malformed body is 4000.
 * @throws with status 413 what is larger than is taken, 415 what is no multipart
 */
export async function readOneFile(request: FastifyRequest): Promise<Result<Uint8Array>> {
  if (!request.isMultipart()) throw failure(415);
  if (Number(request.headers['content-length']) > UPLOAD_MAX_BYTES + FRAME_MAX_BYTES) throw failure(413);
  try {
    return await readParts(request);
  } catch (error) {
    if (error instanceof TooLarge) throw failure(413);
    return badParameter(PART);
  } finally {
    // Drain the rest of the body, so that the connection can be used again.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function readParts(request: FastifyRequest): Promise<Result<Uint8Array>> {
  let file: Uint8Array | undefined;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file' || part.fieldname !== PART || file !== undefined)
      return badParameter(part.fieldname);
    file = await readBytes(part.file);
  }
  return file === undefined ? badParameter(PART) : ok(file);
}

class TooLarge extends Error {}

/** Ends at the limit, not with the request: that may never end. */
async function readBytes(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > UPLOAD_MAX_BYTES) throw new TooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const failure = (statusCode: number) => Object.assign(new Error('the body is not taken'), { statusCode });
