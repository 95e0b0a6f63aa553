import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { UPLOAD_MAX_BYTES } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import { badField } from '../refusals.ts';

const PART = 'file';
/** Overhead around the file in a multipart body. */
const FRAME_MAX_BYTES = 16 * 1024;
/** One above every limit, so that a surplus part is detected and named. */
const LIMITS = {
  fileSize: UPLOAD_MAX_BYTES + 1,
  files: 2,
  fields: 1,
  parts: 3,
  fieldNameSize: 64,
  fieldSize: 64,
  headerPairs: 16,
};

/** Registers a route that accepts only multipart; no other route accepts it. */
export function addFileRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    scope.route(route);
  });
}

/**
 * Reads the single part `file` of a request, on demand. Any other part, a missing one or a malformed body is
 * 4000.
 * @throws status 413 if the file is too large, 415 if the body is not multipart
 */
export async function readOneFile(request: FastifyRequest): Promise<Result<Uint8Array>> {
  if (!request.isMultipart()) throw failure(415);
  if (Number(request.headers['content-length']) > UPLOAD_MAX_BYTES + FRAME_MAX_BYTES) throw failure(413);
  try {
    return await readParts(request);
  } catch (error) {
    if (error instanceof TooLarge) throw failure(413);
    return badField(PART);
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
      return badField(part.fieldname);
    file = await readBytes(part.file);
  }
  return file === undefined ? badField(PART) : ok(file);
}

class TooLarge extends Error {}

/** Stops at the limit instead of the request's end, which may never come. */
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
