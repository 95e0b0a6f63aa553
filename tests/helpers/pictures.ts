import sharp from 'sharp';

/** Width and height of a PNG. */
export const sizeOf = (png: Buffer | undefined) => [png?.readUInt32BE(16), png?.readUInt32BE(20)];

/**
 * The most by which two pictures differ, in levels of 255, when each is drawn at a quarter of its size: a busy Chromium smooths
 * letters and corners in another way (35 levels were seen, 164 in single pixels). Another digit differs by 60 and more.
 */
export async function mostBetween(one: Buffer | undefined, other: Buffer | undefined): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(quarter));
  if (a === undefined || b === undefined || a.length !== b.length) return 255;
  return a.reduce((most, level, i) => Math.max(most, Math.abs(level - (b[i] ?? 0))), 0);
}

async function quarter(png: Buffer | undefined): Promise<Buffer> {
  const [width = 0, height = 0] = sizeOf(png);
  return sharp(png)
    .resize(Math.ceil(width / 4), Math.ceil(height / 4), { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** What differs by less is smoothed in another way. */
export const SMOOTHING = 48;
