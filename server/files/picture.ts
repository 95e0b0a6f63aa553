import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import type { PictureMime } from './file-tables.ts';
import { kindOf } from './picture-kind.ts';
import { createTurnstile } from './turnstile.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mime: PictureMime;
}

/** Makes any picture that is taken into one of ours; undefined for what is none, is cut off or is too large. */
export type ReadPicture = (bytes: Uint8Array) => Promise<Picture | undefined>;

/** One picture of this size takes about 160 MB while it is turned. */
const MAX_PIXELS = 40_000_000;
/** AVIF is slow, and its decoder looks at no clock before it is through. */
const MAX_PIXELS_AVIF = 16_000_000;
const MAX_SIDE = 4_096;
const MAX_SECONDS = 15;
const QUALITY = 88;
/** Orders are decided beside it, passwords are hashed on the same four threads: it must not have all of either. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** Decoded pictures of people must not stay in memory, and one picture must not take all processors. */
sharp.cache(false);
sharp.concurrency(1);

export function createPictureReader(): ReadPicture {
  const pass = createTurnstile(AT_ONCE);
  return (bytes) => pass(() => reencode(bytes));
}

/**
 * Only pixels survive: whatever else was in the file, before, behind or between them, is not in the new one. Of a moving
 * picture the first frame.
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
    // The decoder throws for everything that is wrong with its input, and its words may quote from it.
    return undefined;
  }
}
