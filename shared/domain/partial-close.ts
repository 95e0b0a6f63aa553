import { type Money, money, mulDiv, subMoney, ZERO_MONEY } from './money.ts';
import { DIVIDED_FIELDS, type OrderId, type Position } from './order.ts';
import { type Volume, volume } from './volume.ts';

/*
 * A partial close splits a position in two. Its amounts are divided by size; the rounding remainder stays with the open
 * part.
 */

type Divided = keyof typeof DIVIDED_FIELDS;
type Amounts = Pick<Position, Divided>;

/** Each amount by its name. An optional one is absent where it is zero. */
const divided = (amountOf: (name: Divided) => Money): Amounts => {
  const amounts = (Object.keys(DIVIDED_FIELDS) as Divided[]).map((name) => [name, amountOf(name)] as const);
  const shown = amounts.filter(([name, amount]) => amount !== 0 || !('isOptional' in DIVIDED_FIELDS[name]));
  return Object.fromEntries(shown) as unknown as Amounts;
};

const undivided = ({ ...position }: Position): Omit<Position, Divided> => {
  for (const name of Object.keys(DIVIDED_FIELDS)) Reflect.deleteProperty(position, name);
  return position;
};

const of = (amounts: Amounts, name: Divided): Money => amounts[name] ?? ZERO_MONEY;

/** The part that is closed, under a number of its own. */
export const partOf = (position: Position, size: Volume, id: OrderId): Position => ({
  ...undivided(position),
  id,
  volume: size,
  ...divided((name) => money(mulDiv(of(position, name), size, position.volume))),
});

/** What the close of a part leaves of a position. */
export const restOf = (position: Position, part: Pick<Position, 'volume' | Divided>): Position => ({
  ...undivided(position),
  volume: volume(position.volume - part.volume),
  ...divided((name) => subMoney(of(position, name), of(part, name))),
});
