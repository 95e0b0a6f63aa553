import type { ExactPeer } from './contracts.ts';

/** Exact by the language's own big integers: constants made once, one division a position. */
export const bigInts: ExactPeer = {
  name: 'BigInt',
  prepare(positions) {
    const made = positions.map(({ opened, num, den, isBuy, quoteAt, rate }) => ({
      opened: BigInt(opened),
      num: isBuy ? BigInt(num) : -BigInt(num),
      den: BigInt(den),
      quoteAt,
      rate: rate && { ...rate, unit: BigInt(rate.unit) },
    }));
    return (points) => {
      const prices = points.map(BigInt);
      const priceAt = (at: number) => prices[at] ?? 0n;
      let sum = 0n;
      for (const { opened, num, den, quoteAt, rate } of made) {
        let top = (priceAt(quoteAt) - opened) * num;
        let bottom = den;
        if (rate !== undefined) {
          const price = priceAt(rate.at);
          top *= rate.isInverse ? rate.unit : price;
          bottom *= rate.isInverse ? price : rate.unit;
        }
        sum += roundedQuotient(top, bottom);
      }
      return Number(sum);
    };
  },
};

function roundedQuotient(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const rest = top % bottom;
  if ((rest < 0n ? -rest : rest) * 2n < bottom) return quotient;
  return top < 0n ? quotient - 1n : quotient + 1n;
}
