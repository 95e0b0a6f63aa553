import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIVIDED_FIELDS, orderId } from '../../shared/domain/order.ts';
import { partOf, restOf } from '../../shared/domain/partial-close.ts';
import { volume } from '../../shared/domain/volume.ts';
import { anyOrder } from '../helpers/any-order.ts';

it('a partial close divides volume and amounts to the last millionth, and leaves the rest as it is', () => {
  const cut = anyOrder('open').chain((position) =>
    fc.tuple(fc.constant(position), fc.integer({ min: 0, max: position.volume }).map(volume)),
  );
  fc.assert(
    fc.property(cut, ([position, size]) => {
      const part = partOf(position, size, orderId(2));
      const rest = restOf(position, part);
      const sums = Object.fromEntries(
        (['volume', ...Object.keys(DIVIDED_FIELDS)] as (keyof typeof DIVIDED_FIELDS)[]).map((name) => [
          name,
          // An optional amount is absent where it is zero.
          (part[name] ?? 0) + (rest[name] ?? 0) || position[name],
        ]),
      );
      expect({ ...part, ...sums, id: position.id }).toEqual(position);
      expect({ ...rest, ...sums }).toEqual(position);
      expect(part).toMatchObject({ id: 2, volume: size });
      for (const one of [part, rest]) expect(one.financing).not.toBe(0);
    }),
  );
});
