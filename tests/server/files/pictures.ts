import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures made for tests: small, real, each with one special property. */

const RED = { r: 220, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 220 };

/** Red on its left half, blue on its right. */
export function twoColours(width = 60, height = 40): Sharp {
  const half = Math.floor(width / 2);
  const right = { create: { width: width - half, height, channels: 3 as const, background: BLUE } };
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: half, top: 0 },
  ]);
}

export const jpeg = (width?: number, height?: number): Promise<Buffer> =>
  twoColours(width, height).jpeg().toBuffer();

export const flatAvif = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: RED } })
    .avif({ effort: 0 })
    .toBuffer();

/** Metadata of a phone: location, device and owner. */
export const jpegFromPhone = (): Promise<Buffer> =>
  twoColours()
    .jpeg()
    .withExif({
      IFD0: { Make: 'CANARY-MAKE', Copyright: 'CANARY-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 2999/100', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><CANARY-XMP/></x:xmpmeta>')
    .toBuffer();

/** Taken sideways: has to be turned by a quarter. */
export const sidewaysJpeg = (): Promise<Buffer> =>
  twoColours(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();

/** A moving picture: red, then blue. */
export async function movingGif(): Promise<Buffer> {
  const frames = await Promise.all(
    [RED, BLUE].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** Noise does not compress: a JPEG of about a third more bytes than pixels. */
export const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: RED,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();

/** A black PNG of few bytes; whole up to 48 million pixels, and without the rest of its rows beyond. */
export function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 48_000_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
