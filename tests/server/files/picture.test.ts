import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPictureReader } from '../../../server/files/picture.ts';
import { flatAvif, jpeg, jpegFromPhone, movingGif, pngBomb, sidewaysJpeg, twoColours } from './pictures.ts';

const read = createPictureReader();

async function taken(bytes: Uint8Array) {
  const picture = await read(bytes);
  if (picture === undefined) throw new Error('the picture was not taken');
  return { ...picture, ...(await sharp(picture.bytes).metadata()) };
}

/** The colour in the middle of a picture's left and right, or top and bottom. */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > blue ? 'red' : 'blue';
}

describe('an accepted picture', () => {
  it.each([
    ['JPEG', () => jpeg(), 'image/jpeg'],
    ['PNG', () => twoColours().removeAlpha().png().toBuffer(), 'image/jpeg'],
    ['PNG with transparency', () => twoColours().ensureAlpha(0.5).png().toBuffer(), 'image/webp'],
    ['WebP', () => twoColours().webp().toBuffer(), 'image/jpeg'],
    ['AVIF', () => twoColours().removeAlpha().avif({ effort: 0 }).toBuffer(), 'image/jpeg'],
    ['grey JPEG', () => twoColours().grayscale().jpeg().toBuffer(), 'image/jpeg'],
    ['JPEG for print', () => twoColours().toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    [
      'PNG of 16 bits',
      () => twoColours().removeAlpha().toColourspace('rgb16').png().toBuffer(),
      'image/jpeg',
    ],
  ])('as %s is stored in a format that every browser shows', async (_, make, mime) => {
    const picture = await taken(await make());
    expect([picture.mime, `image/${picture.format}`]).toEqual([mime, mime]);
    expect([picture.width, picture.height]).toEqual([60, 40]);
    expect(picture.space).toMatch(/^(srgb|b-w)$/);
  });

  it.each<[string, () => Promise<Buffer>, number, number]>([
    ['AVIF may have 8', () => flatAvif(4_000, 2_000), 4_000, 2_000],
    [
      'progressive JPEG may have 12.5',
      () => twoColours(4_000, 3_125).jpeg({ progressive: true }).toBuffer(),
      4_000,
      3_125,
    ],
  ])('as %s million pixels', async (_, make, ...size) => {
    const { width, height } = await taken(await make());
    expect([width, height]).toEqual(size);
  });

  it('is shrunk to 4,096 pixels a side, with transparency to 2,048', async () => {
    const wide = await taken(await twoColours(5_000, 100).removeAlpha().png().toBuffer());
    const clear = await taken(await twoColours(5_000, 100).ensureAlpha(0.5).png().toBuffer());
    expect([wide.width, clear.width]).toEqual([4_096, 2_048]);
  });

  it('keeps only its first frame if animated', async () => {
    const picture = await taken(await movingGif());
    expect([picture.mime, picture.width, picture.height, picture.pages]).toEqual([
      'image/webp',
      20,
      20,
      undefined,
    ]);
    expect(await colourAt(picture.bytes, 10, 10)).toBe('red');
  });

  it('loses its location, device and owner', async () => {
    const original = await jpegFromPhone();
    const before = await sharp(original).metadata();
    expect([before.exif, before.xmp].every((part) => part !== undefined)).toBe(true);
    expect(original.includes('CANARY-MAKE')).toBe(true);
    const picture = await taken(original);
    expect([picture.exif, picture.xmp, picture.iptc, picture.icc, picture.comments]).toEqual(
      Array(5).fill(undefined),
    );
    expect(Buffer.from(picture.bytes).toString('latin1')).not.toMatch(/CANARY|Exif|GPS|xmpmeta/);
  });

  it('is turned upright, once', async () => {
    const picture = await taken(await sidewaysJpeg());
    expect([picture.width, picture.height, picture.orientation]).toEqual([40, 60, undefined]);
    // A quarter turn clockwise: the left is now above.
    expect(await colourAt(picture.bytes, 20, 5)).toBe('red');
    expect(await colourAt(picture.bytes, 20, 55)).toBe('blue');
  });

  it.each([
    [5_000, 2_500, 4_096, 2_048],
    [1_000, 6_000, 683, 4_096],
    [4_096, 4_096, 4_096, 4_096],
    [20_000, 1, 4_096, 1],
    [8_000, 5_000, 4_096, 2_560],
    [1, 1, 1, 1],
  ])('of %i x %i is stored as %i x %i', async (width, height, storedWidth, storedHeight) => {
    const picture = await taken(pngBomb(width, height));
    expect([picture.width, picture.height]).toEqual([storedWidth, storedHeight]);
  });

  const page = '<html><script>CANARY()</script></html>';
  it.each([
    ['a page', page],
    ['a script', '/*CANARY*/alert(1)//'],
    ['an archive', 'PK\x03\x04CANARY.txtPK\x05\x06'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="CANARY()"/>'],
  ])('keeps no %s appended to its end', async (_, appended) => {
    const picture = await taken(Buffer.concat([await jpeg(), Buffer.from(appended, 'latin1')]));
    expect(Buffer.from(picture.bytes).includes('CANARY')).toBe(false);
  });

  it('keeps no script hidden in a comment', async () => {
    const plain = await jpeg();
    const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(page.length + 2)}${page}`, 'latin1');
    const picture = await taken(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]));
    expect(Buffer.from(picture.bytes).includes('CANARY')).toBe(false);
  });
});

describe('a file that is not a complete picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['one byte', () => Buffer.from('\xff', 'latin1')],
    ['a page', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing', () => Buffer.from(svg)],
    ['a drawing with a declaration', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['a TIFF', () => twoColours().tiff().toBuffer()],
    ['a drawing behind the first bytes of a JPEG', () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['a drawing behind the first bytes of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
    ['a drawing behind the first bytes of a GIF', () => Buffer.from(`GIF89a${svg}`)],
    ['a film', () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
    ['a HEIF of nothing', () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1')],
    ['a JPEG cut off in the middle', async () => (await jpeg(600, 400)).subarray(0, 1_500)],
    [
      'a PNG cut off in the middle',
      async () => (await twoColours(300, 300).png().toBuffer()).subarray(0, 300),
    ],
    [
      'a WebP cut off in the middle',
      async () => (await twoColours(300, 300).webp().toBuffer()).subarray(0, 200),
    ],
    ['a PNG of 60,000 x 60,000', () => pngBomb(60_000, 60_000)],
    ['a PNG of 8,000 x 5,001', () => pngBomb(8_000, 5_001)],
    ['a PNG of 1 x 40,000,001', () => pngBomb(1, 40_000_001)],
    ['an AVIF of 4,001 x 2,000', () => flatAvif(4_001, 2_000)],
    [
      'a progressive JPEG of 4,001 x 3,125',
      () => twoColours(4_001, 3_125).jpeg({ progressive: true }).toBuffer(),
    ],
    [
      'an interlaced PNG of 4,001 x 3,125',
      () => twoColours(4_001, 3_125).png({ progressive: true }).toBuffer(),
    ],
    ['a WebP of 4,001 x 3,125', () => twoColours(4_001, 3_125).webp({ effort: 0 }).toBuffer()],
    ['a GIF of 4,001 x 3,125', () => twoColours(4_001, 3_125).gif({ effort: 1 }).toBuffer()],
    ['a PNG of 2,147,483,647 x 1', () => pngBomb(2_147_483_647, 1)],
  ])('is refused: %s', async (_, make) => {
    expect(await read(await make())).toBeUndefined();
  });
});
