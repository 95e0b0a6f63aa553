/** Pixels, at the drawing's own width. */
export const HERO = { width: 360, height: 84 } as const;
/** The line ends at this share of the width; beside it stands the price. */
const END_SHARE = 0.65;
const EDGE = 12;

interface HeroLine {
  /** SVG path. */
  readonly path: string;
  /** Distances from the top: of the first price, and of the last. */
  readonly start: number;
  readonly end: number;
}

/**
 * An hour of minutes and the price now, as one line; undefined while either is unknown.
 * @param points [times… | closes…]
 */
export function heroLine(points: Float64Array | undefined, now: number | undefined): HeroLine | undefined {
  if (points === undefined || points.length < 2 || now === undefined) return undefined;
  const closes = [...points.subarray(points.length >>> 1), now];
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const place = (close: number): number =>
    Math.round((EDGE + ((high - close) / (high - low || 1)) * (HERO.height - 2 * EDGE)) * 10) / 10;
  const step = (HERO.width * END_SHARE) / (closes.length - 1);
  const path = closes.map((close, i) => `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${place(close)}`);
  return { path: path.join(''), start: place(closes[0] ?? now), end: place(now) };
}
