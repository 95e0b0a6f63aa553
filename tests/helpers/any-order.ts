import fc from 'fast-check';
import { ORDER_FIELDS, type Order, type OrderField, type OrderStatus } from '../../shared/domain/order.ts';

const timeMs = fc.integer({ min: 0, max: 4e12 });

const VALUES: Readonly<Record<OrderField['kind'], (field: OrderField) => fc.Arbitrary<unknown>>> = {
  id: () => fc.integer({ min: 1, max: 1e9 }),
  instrument: () => fc.integer({ min: 1, max: 9_999 }),
  code: () => fc.constantFrom('EURUSD', 'EUR/USD'),
  precision: () => fc.integer({ min: 0, max: 6 }),
  side: () => fc.constantFrom('buy', 'sell'),
  status: () => fc.constant(undefined),
  volume: () => fc.integer({ min: 1, max: 1e7 }),
  multiple: () => fc.constantFrom(1, 100),
  price: () => fc.integer({ min: 1, max: 1e7 }),
  points: () => fc.integer({ min: 1, max: 1e9 }),
  // An optional amount is absent where it is zero.
  money: ({ isOptional }) =>
    fc.integer({ min: -1e12, max: 1e12 }).filter((amount) => amount !== 0 || !isOptional),
  time: () => timeMs,
  word: ({ words = [] }) => fc.constantFrom(...words),
  percent: () => fc.integer({ min: -1e6, max: 1e6 }),
};

/** Any order of a status, with a value for each field of the table. */
export function anyOrder<S extends OrderStatus>(status: S): fc.Arbitrary<Extract<Order, { status: S }>> {
  const fields = Object.entries<OrderField>(ORDER_FIELDS[status]);
  const values = Object.fromEntries(fields.map(([name, field]) => [name, VALUES[field.kind](field)]));
  const requiredKeys = fields.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name]));
  const order = fc.record<Record<string, unknown>>(
    { ...values, status: fc.constant(status) },
    { requiredKeys },
  );
  // The types of orders are made of the same table.
  return order as unknown as fc.Arbitrary<Extract<Order, { status: S }>>;
}

export const anyOrders: fc.Arbitrary<Order> = fc.oneof(
  anyOrder('pending'),
  anyOrder('open'),
  anyOrder('closed'),
  anyOrder('cancelled'),
);
