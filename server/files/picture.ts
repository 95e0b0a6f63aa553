import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { UPLOAD_MAX_SIDE_PX } from '../../shared/limits.ts';
import { createLimit } from '../limit.ts';
import type { PictureMime } from './file-tables.ts';
import { kindOf, type PictureKind } from './picture-kind.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mime: PictureMime;
}

/** Re-encodes a picture; undefined for anything else, and for a truncated or too large picture. */
export type ReadPicture = (bytes: Uint8Array) => Promise<Picture | undefined>;

/** Of JPEG and PNG that are decoded line by line; decoding one takes less than 100 MB. */
const MAX_PIXELS = 40_000_000;
/** Of those that the decoder holds as a whole, with up to 8 bytes a pixel: all others, and progressive ones. */
const MAX_PIXELS_WHOLE = 12_500_000;
/**
 * AVIF takes 18 bytes a pixel. It is slow as well, and its decoder does not check the timeout before it has
 * finished.
 */
const MAX_PIXELS_AVIF = 8_000_000;
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
  const decode = () => sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 });
  try {
    const facts = await decode().metadata();
    const { format, hasAlpha, width, height } = facts;
    if (format !== kind || width * height > maxPixels(kind, facts.isProgressive)) return undefined;
    // The encoder of transparent pictures holds them as a whole.
    const side = hasAlpha ? UPLOAD_MAX_SIDE_PX : MAX_SIDE;
    const upright = decode()
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS });
    // Fine print on a photographed document needs full colour resolution. Optimised coding would save a tenth of the
    // file, but keeps 100 MB in memory.
    const encoded = hasAlpha
      ? upright.webp({ quality: QUALITY, effort: 2 })
      : upright.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false });
    return { bytes: await encoded.toBuffer(), mime: hasAlpha ? 'image/webp' : 'image/jpeg' };
  } catch {
    // The decoder throws for any invalid input, and its message may quote from it.
    return undefined;
  }
}

function maxPixels(kind: PictureKind, isProgressive: boolean): number {
  if (kind === 'heif') return MAX_PIXELS_AVIF;
  const isByLine = (kind === 'jpeg' || kind === 'png') && !isProgressive;
  return isByLine ? MAX_PIXELS : MAX_PIXELS_WHOLE;
}
