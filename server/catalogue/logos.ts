import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { isPair } from './forex.ts';
import { LOGO_SHAPES, type LogoShape } from './logo-shapes.ts';

const CODE = /^[A-Z0-9]{2,20}$/;
const SYNTHETIC = /^SYN[0-9]{5}$/;

const drawn = new Map<string, string>();

/** Path of the instrument's logo; empty without one. */
export const logoPath = (code: string): string => (hasLogo(code) ? `/logos/${code}.svg` : '');

/** The instrument's logo as an SVG document, 64 x 64; undefined for a code without one. */
export function logoSvg(code: string): string | undefined {
  return hasLogo(code) ? getOrCreate(drawn, code, () => picture(draw(code))) : undefined;
}

/** An SVG document in the size of all logos. */
export const picture = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${body}</svg>`;

export const hasLogo = (code: string): boolean =>
  CODE.test(code) && (isPair(code) || Object.hasOwn(LOGO_SHAPES, code) || SYNTHETIC.test(code));

function draw(code: string): string {
  if (isPair(code)) return pair(flagOf(code.slice(0, 3)), flagOf(code.slice(3)));
  const shape = Object.hasOwn(LOGO_SHAPES, code) ? LOGO_SHAPES[code] : undefined;
  return shape ? drawShape(shape) : disc('#64748b', '#475569', code.slice(-2));
}

/** The country of a currency (ISO 4217); the euro has the flag of the EU. */
const flagOf = (currency: string): string => currency.slice(0, 2).toLowerCase();

function drawShape(shape: LogoShape): string {
  switch (shape.kind) {
    case 'disc':
      return disc(shape.from, shape.to, shape.text);
    case 'drop':
      return disc(shape.from, shape.to, '') + path(shape.path, '#fff');
    case 'index':
      return cutFor(flag(shape.flag, 0, 0, 52)) + badge(shape.text);
    default:
      return shape satisfies never;
  }
}

/** Two flags, the quote currency's in front; a transparent ring separates them on any background. */
const pair = (base: string, quote: string): string => cutFor(flag(base, 0, 0, 42)) + flag(quote, 24, 24, 40);

const cutFor = (behind: string): string =>
  `<mask id="cut"><path fill="#fff" d="M0 0h64v64H0z"/><circle cx="44" cy="44" r="22"/></mask><g mask="url(#cut)">${behind}</g>`;

const badge = (text: string): string =>
  `<circle cx="44" cy="44" r="20" fill="#475569"/>${label(text, 44, 44, text.length > 3 ? 13 : 16)}`;

export const disc = (from: string, to: string, text: string): string =>
  `<linearGradient id="tone" x2="1" y2="1"><stop stop-color="${escapeXml(from)}"/><stop offset="1" stop-color="${escapeXml(to)}"/></linearGradient>` +
  `<circle cx="32" cy="32" r="32" fill="url(#tone)"/>${text === '' ? '' : label(text, 32, 32, text.length > 2 ? 20 : 28)}`;

export const path = (d: string, fill: string): string => `<path d="${escapeXml(d)}" fill="${fill}"/>`;

const label = (text: string, x: number, y: number, size: number): string =>
  `<text x="${x}" y="${y}" dy=".36em" fill="#fff" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle">${escapeXml(text)}</text>`;

/**
 * A flag of the package as a nested SVG, without its mask, whose id must not occur twice in a document. A faint rim parts
 * a white flag from a light page.
 */
function flag(name: string, x: number, y: number, size: number): string {
  const file = readFileSync(join(flagFolder, `${name}.svg`), 'utf8');
  const body = /<g mask="url\(#a\)">(.*)<\/g><\/svg>\s*$/s.exec(file)?.[1];
  if (body === undefined) throw new Error(`flag ${name} has an unknown structure`);
  const [r, id] = [size / 2, `f${x}`];
  return (
    `<clipPath id="${id}"><circle cx="${x + r}" cy="${y + r}" r="${r}"/></clipPath><g clip-path="url(#${id})">` +
    `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 512 512">${body}</svg></g>` +
    `<circle cx="${x + r}" cy="${y + r}" r="${r - 1}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="2"/>`
  );
}

const flagFolder = join(
  dirname(createRequire(import.meta.url).resolve('circle-flags/package.json')),
  'flags',
);

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '<': '&lt;',
    '>': '&gt;',
    '&': '&amp;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[<>&"']/g, (char) => entities[char] ?? '');
}
