import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverFlags } from '../../../scripts/server-flags.mjs';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const GOAL_MB = 200;
const PROGRAM = join(root, 'tests', 'helpers', 'programs', 'picture-memory.ts');

const PURPLE = { r: 160, g: 50, b: 200, alpha: 0.5 };
const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: PURPLE } });

/** Reads the picture in a process of its own, with the server's flags. */
async function growth(picture: Sharp): Promise<{ readonly grewMb: number; readonly taken: boolean }> {
  const file = join(temporaryFolder(), 'picture');
  writeFileSync(file, await picture.toBuffer());
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...serverFlags(), PROGRAM, file]);
  return JSON.parse(stdout);
}

/** The most that is taken of each kind that differs in memory. */
const LARGEST: readonly (readonly [string, () => Sharp])[] = [
  ['PNG of 36 million pixels of one bit', () => plain(6_000, 6_000).png({ palette: true, colours: 2 })],
  ['JPEG taken sideways', () => plain(6_300, 6_300).jpeg().withMetadata({ orientation: 6 })],
  ['progressive JPEG', () => plain(4_166, 3_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
  [
    'interlaced PNG of 16 bits',
    () => plain(4_166, 3_000, 4).toColourspace('rgb16').png({ progressive: true }),
  ],
  ['WebP with transparency', () => plain(4_166, 3_000, 4).webp({ effort: 0 })],
  ['AVIF with transparency', () => plain(2_828, 2_828, 4).avif({ effort: 0 })],
];

describe('the memory that reading one picture takes', () => {
  beforeEach(({ skip }) => {
    if (!existsSync('/proc/self/clear_refs')) skip('this system does not tell the peak of a process');
  });

  it.each(LARGEST)(`is below ${GOAL_MB} MB for the largest %s`, async (_, make) => {
    const { grewMb, taken } = await growth(make());
    expect(taken).toBe(true);
    expect(grewMb).toBeLessThan(GOAL_MB);
  });
});
