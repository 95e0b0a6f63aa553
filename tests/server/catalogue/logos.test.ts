import sharp from 'sharp';
import { expect, it } from 'vitest';
import { logoSvg } from '../../../server/catalogue/logos.ts';

/** The page's ground in the light theme (`src/styles/tokens.css`). */
const GROUND = '#f2eee5';
const SIZE = 64;
/** Of the second currency's flag, in units of the picture. */
const DISC = { x: 44, y: 44, r: 19 };

it.each(['USDJPY', 'USDPLN', 'USDSGD'])(
  'the round flag of %s has a rim that parts it from a light page',
  async (code) => {
    const { data, info } = await sharp(Buffer.from(logoSvg(code) ?? ''), { density: 72 })
      .resize(SIZE, SIZE)
      .flatten({ background: GROUND })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const greyAt = (x: number, y: number): number => data[(y * info.width + x) * info.channels] ?? 0;
    // The upper right corner is empty.
    const ground = greyAt(SIZE - 1, 0);
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const angle = (degrees * Math.PI) / 180;
      const rim = greyAt(
        Math.round(DISC.x + DISC.r * Math.cos(angle) - 0.5),
        Math.round(DISC.y + DISC.r * Math.sin(angle) - 0.5),
      );
      expect([degrees, ground - rim > 15]).toEqual([degrees, true]);
    }
  },
);
