import type { Instrument } from './instrument.ts';
import type { TimestampMs } from './time.ts';

/** The usual ones are the first that the exchange lists. */
const USUAL = 6;

/** When the first listed of the usual markets opens again, if most of these are closed and another market is open. */
export function usualOpening(instruments: readonly Instrument[]): TimestampMs | undefined {
  const closed = instruments.slice(0, USUAL).filter(isShut);
  const isRest = 2 * closed.length > Math.min(USUAL, instruments.length) && !instruments.every(isShut);
  const [first] = isRest ? closed : [];
  return first?.market.status === 'closed' ? first.market.opensAt : undefined;
}

/** Whether its hours are over, by the list. */
export const isShut = ({ market }: Instrument): boolean =>
  market.status === 'closed' && market.opensAt !== undefined;
