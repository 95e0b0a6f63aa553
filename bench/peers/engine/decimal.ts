import { Decimal } from 'decimal.js';
import type { ExactPeer } from '../../engine/contracts.ts';

/** More digits than any product here has, so that only the last step rounds. */
const Exact = Decimal.clone({ precision: 50, rounding: Decimal.ROUND_HALF_UP });

/** decimal.js: constants created once, one division and one rounding per position. */
export const peer: ExactPeer = {
  name: 'decimal.js',
  prepare(positions) {
    const made = positions.map(({ opened, num, den, isBuy, quoteAt, rate }) => ({
      opened: new Exact(opened),
      num: new Exact(isBuy ? num : -num),
      den: new Exact(den),
      quoteAt,
      rate: rate && { ...rate, unit: new Exact(rate.unit) },
    }));
    return (points) => {
      const prices = points.map((price) => new Exact(price));
      const priceAt = (at: number) => prices[at] ?? new Exact(0);
      let sum = new Exact(0);
      for (const { opened, num, den, quoteAt, rate } of made) {
        let top = priceAt(quoteAt).minus(opened).times(num);
        let bottom = den;
        if (rate !== undefined) {
          const price = priceAt(rate.at);
          top = top.times(rate.isInverse ? rate.unit : price);
          bottom = bottom.times(rate.isInverse ? price : rate.unit);
        }
        sum = sum.plus(top.div(bottom).round());
      }
      return sum.toNumber();
    };
  },
};
