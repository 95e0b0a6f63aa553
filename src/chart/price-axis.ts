/** Room between two price labels, in CSS pixels. */
const SPACE_PX = 44;

/** Round prices (points) between `lowest` and `highest`, on steps of 1, 2 or 5 times a power of ten. */
export function priceTicks(lowest: number, highest: number, heightPx: number): number[] {
  const step = roundStep(((highest - lowest) * SPACE_PX) / Math.max(1, heightPx));
  const ticks: number[] = [];
  for (let tick = Math.ceil(lowest / step) * step; tick <= highest; tick += step) ticks.push(tick);
  return ticks;
}

/** The smallest round whole number that is at least `least`. */
function roundStep(least: number): number {
  let power = 1;
  while (power * 10 < least) power *= 10;
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? power * 10;
}
