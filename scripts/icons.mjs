// Draws the icons of the installed app from public/icon.svg. Run it when the icon changes, and commit what it writes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './node.mjs';

const dir = join(root, 'public');
const icon = readFileSync(join(dir, 'icon.svg'), 'utf8');

/** Edge to edge: systems cut these icons themselves. */
const square = icon.replace(/ rx="\d+"/, '');
/** All of the drawing within the circle that no system cuts away, four fifths of the width. */
const maskable = square.replace(
  /(<rect[^>]*\/>)([\s\S]*)(<\/svg>)/,
  '$1<g transform="translate(6.4 6.4) scale(.8)">$2</g>$3',
);

/** For the line of small pictures at the top of a phone, which has the shapes alone, in one colour. */
const badge = icon.replace(/<rect[^>]*\/>/, '').replace(/#[0-9a-f]{6}/g, '#fff');

const PICTURES = [
  ['icon-192.png', icon, 192],
  ['icon-512.png', icon, 512],
  ['icon-maskable-512.png', maskable, 512],
  ['apple-touch-icon.png', square, 180],
  ['badge.png', badge, 96],
];

for (const [name, svg, size] of PICTURES) {
  const density = (72 * size) / 64;
  const png = await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer();
  writeFileSync(join(dir, name), png);
  console.log(`${name}: ${png.length} bytes`);
}
