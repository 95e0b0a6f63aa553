/** Times at which an instrument's prices became available: ms of the machine's clock, rising. */
export type PriceTimes = readonly number[];

/** One delivery of a row: the price's own time, and its arrival. */
export interface Arrival {
  readonly priceMs: number;
  readonly atMs: number;
}

/**
 * Lateness of each price of a time span at one client: the time until it, or a newer price of the instrument, arrived.
 * @param arrivals by rising `atMs`
 * @returns ms, one for each price; infinite for one that never arrived
 */
export function latenessOf(
  prices: PriceTimes,
  arrivals: readonly Arrival[],
  fromMs: number,
  toMs: number,
): readonly number[] {
  const late: number[] = [];
  let next = 0;
  for (const priceMs of prices) {
    if (priceMs < fromMs || priceMs >= toMs) continue;
    // Later arrivals only carry newer prices, so the search continues from the last position.
    while ((arrivals[next]?.priceMs ?? Number.POSITIVE_INFINITY) < priceMs) next++;
    const arrival = arrivals[next];
    late.push(arrival === undefined ? Number.POSITIVE_INFINITY : arrival.atMs - priceMs);
  }
  return late;
}

/**
 * The offset that was added to a tape's times when it was played.
 * @param tape its times, rising
 * @param seen some of them as they were sent, rising
 */
export function shiftOf(tape: PriceTimes, seen: readonly number[]): number {
  const [first = Number.NaN] = seen;
  const known = new Set(tape);
  for (const time of tape) {
    const shift = first - time;
    if (seen.every((one) => known.has(one - shift))) return shift;
  }
  throw new Error('the received prices are not on the tape');
}
