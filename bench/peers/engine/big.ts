import Big from 'big.js';
import type { ExactPeer } from '../../engine/contracts.ts';

Big.DP = 0;
Big.RM = Big.roundHalfUp;

/** big.js: constants created once; one division per position, which also rounds to whole millionths. */
export const peer: ExactPeer = {
  name: 'big.js',
  prepare(positions) {
    const made = positions.map(({ opened, num, den, isBuy, quoteAt, rate }) => ({
      opened: new Big(opened),
      num: new Big(isBuy ? num : -num),
      den: new Big(den),
      quoteAt,
      rate: rate && { ...rate, unit: new Big(rate.unit) },
    }));
    return (points) => {
      const prices = points.map((price) => new Big(price));
      const priceAt = (at: number) => prices[at] ?? new Big(0);
      let sum = new Big(0);
      for (const { opened, num, den, quoteAt, rate } of made) {
        let top = priceAt(quoteAt).minus(opened).times(num);
        let bottom = den;
        if (rate !== undefined) {
          const price = priceAt(rate.at);
          top = top.times(rate.isInverse ? rate.unit : price);
          bottom = bottom.times(rate.isInverse ? price : rate.unit);
        }
        sum = sum.plus(top.div(bottom));
      }
      return sum.toNumber();
    };
  },
};
