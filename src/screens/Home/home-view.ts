import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Instrument, InstrumentId, MarketState } from '../../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import { market } from '../../state/market.ts';
import { openQuickOrder } from '../../state/quick-order.ts';

/** The chip for all categories; ids of categories start at 1. */
export const ALL = 0;
/** The chip for the starred instruments. */
export const FAVOURITES = -1;

/** The chip that puts the open markets first; only there while the usual ones are closed. */
export const OPEN_NOW = -2;

/** That the exchange's order was chosen although the usual markets are closed. */
export const listedOrder = signal(false);

/** The place of each instrument in a sorted list, from 0. */
export type Ranks = ReadonlyMap<InstrumentId, number>;

/** Of the chosen order; undefined until it is known, and while the list has the exchange's order. */
export const ranks = signal<Ranks | undefined>(undefined);

/** The way of a closed market to its next session. */
interface Opening {
  /** In words. */
  readonly left: string;
  /** What has passed of it, 0 to 1. */
  readonly part: number;
}

/**
 * Follows the way to the next session, and loads the list again when that contradicts the quote. Undefined if the way is not
 * known, and of a market that is open by its quote; undefined until the words are here.
 * @param closedAt not read of an open market, whose ticks change it
 */
export const opening = signal<
  | ((
      market: MarketState,
      isOpen: boolean,
      closedAt: ReadonlySignal<TimestampMs | undefined>,
    ) => Opening | undefined)
  | undefined
>(undefined);

/** The sheet above the list: the choice of its order, or the starred instruments. */
export const homeSheet = signal<'sort' | 'edit' | undefined>(undefined);

/** The link of a row, or of a cell that stands for one. */
export const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('li a[href^="/trade?id="]') : null;

/** Opens the short ticket of a row. */
export function openQuick({ search }: HTMLAnchorElement): void {
  const list = market.peek();
  const asked = list.status === 'ready' && list.instruments.find(({ id }) => search === `?id=${id}`);
  if (asked) openQuickOrder(asked);
}

/** The instruments of a chip, in the order of `places` if there is one. */
export function arrange(
  instruments: readonly Instrument[],
  chip: number,
  starred: readonly InstrumentId[],
  places?: Ranks,
): readonly Instrument[] {
  const chosen =
    chip === ALL || chip === OPEN_NOW
      ? instruments
      : chip === FAVOURITES
        ? starred.flatMap((id) => instruments.find((one) => one.id === id) ?? [])
        : instruments.filter((one) => one.categoryId === chip);
  if (places === undefined) return chosen;
  const placeOf = ({ id }: Instrument) => places.get(id) ?? instruments.length;
  return [...chosen].sort((a, b) => placeOf(a) - placeOf(b));
}
