import { disc, path, picture } from '../catalogue/logos.ts';

/** Gradients of company logos. */
const TONES = [
  ['#2f6fed', '#1b3f9c'],
  ['#0f8f83', '#0b5a57'],
  ['#8a5cf0', '#5230a8'],
  ['#d9772b', '#97480f'],
  ['#c2456f', '#7f2146'],
  ['#5b7083', '#334155'],
  ['#4c9a2a', '#2c6414'],
  ['#b5851b', '#76540b'],
] as const;

interface Shape {
  readonly from: string;
  readonly to: string;
  /** Within 64 x 64, drawn in white. */
  readonly d: string;
}

/** Logos of news and announcements, by the name that an operator gives. */
const NEWS: Readonly<Record<string, Shape>> = {
  paper: {
    from: '#2f6fed',
    to: '#1b3f9c',
    d: 'M18 17h28v30h-28zM23 22v8h10v-8zM37 22v3h5v-3zM37 27v3h5v-3zM23 34v3h19v-3zM23 40v3h19v-3z',
  },
  horn: {
    from: '#d9772b',
    to: '#97480f',
    d: 'M16 27h9l17-10v30l-17-10h-1l3 10h-6l-3-10h-2zM46 27a6 6 0 0 1 0 10z',
  },
  shield: {
    from: '#0f8f83',
    to: '#0b5a57',
    d: 'M32 14l16 6v11c0 10-7 16-16 20c-9-4-16-10-16-20v-11zM30 38l11-11-3-3-8 8-4-4-3 3z',
  },
  clock: {
    from: '#8a5cf0',
    to: '#5230a8',
    d: 'M32 15a17 17 0 1 1 0 34a17 17 0 1 1 0-34zM30 21v13l10 6 2-3-8-5v-11z',
  },
  chart: {
    from: '#5b7083',
    to: '#334155',
    d: 'M17 17h4v26h26v4h-30zM25 32h5v8h-5zM33 25h5v15h-5zM41 19h5v21h-5z',
  },
};
const BUILDING = 'M20 15h24v34h-9v-8h-6v8h-9zM25 20v4h4v-4zM35 20v4h4v-4zM25 28v4h4v-4zM35 28v4h4v-4z';
const COMPANY = /^company-([0-7])(?:-([a-z0-9]{1,2}))?$/;

export const NEWS_MARKS: readonly string[] = Object.keys(NEWS);

/** Path of the logo; empty without one. */
export const newsLogo = (mark: string): string => (isNewsMark(mark) ? `/logos/news-${mark}.svg` : '');

export const companyLogo = (name: string): string => `/logos/${initialsMark(name)}.svg`;

export const isNewsMark = (mark: string): boolean => Object.hasOwn(NEWS, mark);

/** Name of a company's logo: up to two initials of its name, or a building if it has none of a to z and 0 to 9. */
function initialsMark(name: string): string {
  const tone = [...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % TONES.length;
  const initials = name
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => /[a-z0-9]/.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('');
  return initials === '' ? `company-${tone}` : `company-${tone}-${initials}`;
}

/** A logo as an SVG document, 64 x 64, by the name in its path; undefined for an unknown one. */
export function markSvg(name: string): string | undefined {
  const news = name.startsWith('news-') ? name.slice('news-'.length) : '';
  const shape = isNewsMark(news) ? NEWS[news] : undefined;
  if (shape !== undefined) return drawn(shape);
  const [, tone, initials = ''] = COMPANY.exec(name) ?? [];
  const [from, to] = (tone === undefined ? undefined : TONES[Number(tone)]) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return initials === '' ? drawn({ from, to, d: BUILDING }) : picture(disc(from, to, initials.toUpperCase()));
}

/** Overlapping parts of a shape make a hole. */
const drawn = ({ from, to, d }: Shape): string =>
  picture(`${disc(from, to, '')}<g fill-rule="evenodd">${path(d, '#fff')}</g>`);
