import { createHmac, timingSafeEqual } from 'node:crypto';
import { toSeconds } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { FileId } from './file-tables.ts';

const LIFETIME_S = 15 * 60;
/** Exactly as it is signed: another order, spelling or further parameter is another address. */
const LINK = /^\/files\/([0-9a-f]{32})\?until=([1-9][0-9]{0,11})&key=([A-Za-z0-9_-]{43})$/;

export interface Links {
  sign(id: FileId): string;
  /** What a link was signed for and when it ends, epoch seconds; undefined when it was not signed here. */
  read(url: string): { readonly id: FileId; readonly until: number } | undefined;
}

/** Links that tell by themselves that they were given out here: `/files/<id>?until=<epoch s>&key=<HMAC-SHA-256>`. */
export function createLinks(secret: Uint8Array, clock: Clock): Links {
  const keyOf = (id: string, until: string) =>
    createHmac('sha256', secret).update(`${id}?until=${until}`).digest('base64url');
  return {
    sign(id) {
      const until = String(toSeconds(clock.now()) + LIFETIME_S);
      return `/files/${id}?until=${until}&key=${keyOf(id, until)}`;
    },
    read(url) {
      const [, id, until, key] = LINK.exec(url) ?? [];
      if (id === undefined || until === undefined || key === undefined) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(key), Buffer.from(keyOf(id, until)));
      return isOurs ? { id: id as FileId, until: Number(until) } : undefined;
    },
  };
}
