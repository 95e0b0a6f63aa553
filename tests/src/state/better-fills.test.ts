import { expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId, type Side } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { pointsBetter } from '../../../src/state/better-fills.ts';
import { aClosed, aPending, aPosition } from '../../helpers/orders.ts';

const SEEN = 108_500;
const close = { kind: 'close', id: orderId(1), seenPrice: price(SEEN) } as const;

const submit = (side: Side, type: 'market' | 'pending' = 'market') =>
  ({
    kind: 'submit',
    request: {
      cid: 'a-client-id',
      instrumentId: instrumentId(1),
      side,
      volume: volume(1_000),
      multiple: 100,
      kind:
        type === 'market'
          ? { type, seenPrice: price(SEEN), deviationPoints: 5 }
          : { type, targetPrice: price(SEEN) },
    },
  }) as const;

it.each([
  ['buy', -3, 3],
  ['buy', 0, 0],
  ['buy', 3, 0],
  ['sell', 3, 3],
  ['sell', 0, 0],
  ['sell', -3, 0],
] as const)(
  'a %s that was filled at %i points from the price at the tap is %j better',
  (side, by, better) => {
    expect(pointsBetter(submit(side), aPosition({ side, openPrice: SEEN + by }))).toBe(better);
    // Also one that has ended since.
    expect(pointsBetter(submit(side), aClosed({ side, openPrice: SEEN + by }))).toBe(better);
  },
);

it.each([
  ['buy', 3, 3],
  ['buy', 0, 0],
  ['buy', -3, 0],
  ['sell', -3, 3],
  ['sell', 0, 0],
  ['sell', 3, 0],
] as const)('the close of a %s at %i points from the price at the tap is %j better', (side, by, better) => {
  expect(pointsBetter(close, aClosed({ side, closePrice: SEEN + by }))).toBe(better);
});

it('nothing is better than a price that was not seen, and nothing is said of an order that waits', () => {
  expect(pointsBetter({ kind: 'close', id: orderId(1) }, aClosed())).toBe(0);
  expect(pointsBetter(submit('buy', 'pending'), aPosition())).toBe(0);
  expect(pointsBetter(submit('buy'), aPending())).toBe(0);
});
