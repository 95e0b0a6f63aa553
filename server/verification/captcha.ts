import sharp from 'sharp';
import { between, type Random } from '../random.ts';
import { GLYPHS, type Point, type Stroke } from './glyphs.ts';

const WIDTH = 240;
const HEIGHT = 88;
const GLYPH_WIDTH = 10;
const GLYPH_HEIGHT = 14;
/** Pixels between the points of a line, so that it can be bent. */
const STEP = 2;
const LINES_ACROSS = 3;
const DOTS = 40;

/**
 * Draws a captcha that is easy for a person and hard for a program: each sign is randomly turned, slanted and
 * sized, the picture is bent along two waves and crossed by lines.
 * @returns a data URL
 */
export async function drawCaptcha(text: string, random: Random): Promise<string> {
  const png = await sharp(Buffer.from(captchaSvg(text, random)))
    .png({ palette: true, colours: 16 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

export function captchaSvg(text: string, random: Random): string {
  const ink = inkOf(random);
  const bend = waves(random);
  const cell = WIDTH / (text.length + 0.6);
  const signs = [...text].flatMap((sign, at) => {
    const place = placing(cell * (at + 0.8), cell, random);
    return (GLYPHS[sign] ?? []).map((stroke) => subdivided(stroke.map(place)).map(bend));
  });
  const across = Array.from({ length: LINES_ACROSS }, () => lineAcross(random).map(bend));
  const dots = Array.from({ length: DOTS }, () => {
    const [x, y, r] = [between(random, 0, WIDTH), between(random, 0, HEIGHT), between(random, 0.6, 1.8)];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    '<rect width="100%" height="100%" fill="#f4f2ee"/>',
    `<g fill="${ink}">${dots.join('')}</g>`,
    `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">`,
    `<path stroke-width="1.4" d="${across.map(pathOf).join('')}"/>`,
    `<path stroke-width="${between(random, 4, 5.2).toFixed(1)}" d="${signs.map(pathOf).join('')}"/>`,
    '</g></svg>',
  ].join('');
}

/** Dark enough for the light background. */
function inkOf(random: Random): string {
  const part = () => Math.floor(between(random, 20, 110));
  return `rgb(${part()},${part()},${part()})`;
}

/** Maps a point of the glyph's box to the picture. */
function placing(middleX: number, cell: number, random: Random): (point: Point) => Point {
  const scale = (Math.min(cell * 0.72, HEIGHT * 0.46) / GLYPH_WIDTH) * between(random, 0.88, 1.08);
  const angle = between(random, -0.28, 0.28);
  const slant = between(random, -0.2, 0.2);
  const middleY = HEIGHT / 2 + between(random, -7, 7);
  return ([x, y]) => {
    const up = (y - GLYPH_HEIGHT / 2) * scale;
    const along = (x - GLYPH_WIDTH / 2) * scale - up * slant;
    return [
      middleX + along * Math.cos(angle) - up * Math.sin(angle),
      middleY + along * Math.sin(angle) + up * Math.cos(angle),
    ];
  };
}

/** Long enough to keep each sign's shape. */
function waves(random: Random): (point: Point) => Point {
  const wave = (lowest: number, highest: number, length: number) => {
    const height = between(random, lowest, highest);
    const pace = (2 * Math.PI) / between(random, length, 1.6 * length);
    const start = between(random, 0, 2 * Math.PI);
    return (at: number) => height * Math.sin(at * pace + start);
  };
  const [upAndDown, toAndFro] = [wave(2.5, 4.5, 100), wave(2, 3, 70)];
  return ([x, y]) => [x + toAndFro(y), y + upAndDown(x)];
}

/** The same line with intermediate points. */
function subdivided(stroke: Stroke): Stroke {
  return stroke.flatMap((point, at) => {
    const next = stroke[at + 1];
    if (next === undefined) return [point];
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / STEP));
    return Array.from({ length: steps }, (_, i): Point => {
      const part = i / steps;
      return [point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part];
    });
  });
}

const lineAcross = (random: Random): Stroke =>
  subdivided([
    [0, between(random, HEIGHT * 0.15, HEIGHT * 0.85)],
    [WIDTH, between(random, HEIGHT * 0.15, HEIGHT * 0.85)],
  ]);

const pathOf = (stroke: Stroke): string =>
  stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
