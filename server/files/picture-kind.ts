import sharp from 'sharp';

/** Accepted kinds of pictures, by the decoder's names. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis'];
const BRAND_BYTES = 4;
/** A brand box rarely has more than eight brands. */
const HEAD_BYTES = 64;

/** The kind by the first bytes, never by file name or declared type; undefined for anything else, SVG included. */
export function kindOf(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  const readable = brandsRead();
  return brandsOf(head).some((brand) => readable.includes(brand)) ? 'heif' : undefined;
}

/** A file of the HEIF family begins with a box: its length, `ftyp`, the main brand, a version, further brands. */
function brandsOf(head: Buffer): readonly string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    brands.push(head.toString('latin1', at, at + BRAND_BYTES));
  return brands;
}

/** AVIF is always readable; HEIC only if the decoder was built with it, which its list of file suffixes shows. */
const brandsRead = (): readonly string[] =>
  sharp.format.heif.input.fileSuffix?.includes('.heic') ? [...AVIF_BRANDS, ...HEIC_BRANDS] : AVIF_BRANDS;
