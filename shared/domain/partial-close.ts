import { type Money, money, mulDiv, subMoney } from './money.ts';
import { DIVIDED_FIELDS, type OrderId, type Position } from './order.ts';
import { type Volume, volume } from './volume.ts';

/*
 * A partial close splits a position in two. Its amounts are divided by size; the rounding remainder stays with the open
 * part.
 */

type Divided = keyof typeof DIVIDED_FIELDS;

const divided = (amountOf: (name: Divided) => Money) =>
  Object.fromEntries(
    (Object.keys(DIVIDED_FIELDS) as Divided[]).map((name) => [name, amountOf(name)]),
  ) as Record<Divided, Money>;

/** The part that is closed, under a number of its own. */
export const partOf = (position: Position, size: Volume, id: OrderId): Position => ({
  ...position,
  id,
  volume: size,
  ...divided((name) => money(mulDiv(position[name], size, position.volume))),
});

/** What the close of a part leaves of a position. */
export const restOf = (position: Position, part: Pick<Position, 'volume' | Divided>): Position => ({
  ...position,
  volume: volume(position.volume - part.volume),
  ...divided((name) => subMoney(position[name], part[name])),
});
