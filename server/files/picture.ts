import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { createLimit } from '../limit.ts';
import type { PictureMime } from './file-tables.ts';
import { kindOf } from './picture-kind.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mime: PictureMime;
}

/** Re-encodes a picture; undefined for anything else, and for a truncated or too large picture. */
export type ReadPicture = (bytes: Uint8Array) => Promise<Picture | undefined>;

/** A picture of this size takes about 160 MB while it is decoded. */
const MAX_PIXELS = 40_000_000;
/** AVIF is slow, and its decoder does not check the timeout before it has finished. */
const MAX_PIXELS_AVIF = 16_000_000;
const MAX_SIDE = 4_096;
const MAX_SECONDS = 15;
const QUALITY = 88;
/** Shares the processors with dealing and four threads with password hashing: it must not use up either. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** Decoded pictures of users must not stay in memory, and one picture must not take all processors. */
sharp.cache(false);
sharp.concurrency(1);

export function createPictureReader(): ReadPicture {
  const inTurn = createLimit(AT_ONCE);
  return (bytes) => inTurn(() => reencode(bytes));
}

/**
 * Keeps only the pixels: no metadata and no appended bytes get into the new file. An animation is reduced to its first
 * frame.
 */
async function reencode(bytes: Uint8Array): Promise<Picture | undefined> {
  const kind = kindOf(bytes);
  if (kind === undefined) return undefined;
  const limitInputPixels = kind === 'heif' ? MAX_PIXELS_AVIF : MAX_PIXELS;
  const decode = () => sharp(bytes, { failOn: 'error', limitInputPixels, pages: 1 });
  try {
    const { format, hasAlpha } = await decode().metadata();
    if (format !== kind) return undefined;
    const upright = decode()
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS });
    // Fine print on a photographed document needs full colour resolution.
    const encoded = hasAlpha
      ? upright.webp({ quality: QUALITY, effort: 2 })
      : upright.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });
    return { bytes: await encoded.toBuffer(), mime: hasAlpha ? 'image/webp' : 'image/jpeg' };
  } catch {
    // The decoder throws for any invalid input, and its message may quote from it.
    return undefined;
  }
}
