/*
 * Prices as decimal text, as the exchange takes them: no exponent, no surplus zeros, at most the instrument's decimals.
 */

/** `[code, bid, ask or null, epoch ms]`, as in a frame. */
export type Tick = readonly [code: string, bid: string, ask: string | null, timeMs: number];

const NUMBER = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * A price above zero as decimal text: `61837.63000000` and `6.183763e4` are `61837.63`. A number is read by its shortest text, which
 * is what a venue wrote if that has at most 15 digits.
 * @returns undefined for anything else, a comma for the point included
 */
export function plainPrice(value: unknown): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const shift = Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const point = whole.length + Math.max(0, -shift) + shift;
  const text = joined(digits.slice(0, point), digits.slice(point));
  return text === '0' ? undefined : text;
}

const joined = (whole: string, fraction: string): string => {
  const kept = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (kept === '' ? '' : `.${kept}`);
};

/**
 * @param decimals of the instrument; without it the price stays as it is
 * @returns undefined if nothing is left of it
 */
export function roundPrice(
  price: string,
  decimals: number | undefined,
  toward: 'down' | 'up' | 'nearest',
): string | undefined {
  const [whole = '', fraction = ''] = price.split('.');
  if (decimals === undefined || fraction.length <= decimals) return price;
  const rest = fraction.slice(decimals);
  const isUp = toward === 'up' || (toward === 'nearest' && rest >= '5');
  const digits = String(BigInt(whole + fraction.slice(0, decimals)) + (isUp ? 1n : 0n)).padStart(
    decimals + 1,
    '0',
  );
  const text = joined(digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals));
  return text === '0' ? undefined : text;
}

/**
 * A quote with more decimals than the instrument gets wider, never narrower: its bid goes down and its ask up.
 * @param bid as `plainPrice` takes it
 * @param ask absent: undefined, null or empty
 * @returns undefined if the bid is no price, or if there is an ask that is no price
 */
export function tickOf(
  code: string,
  decimals: number | undefined,
  bid: unknown,
  ask: unknown,
  timeMs: number,
): Tick | undefined {
  const plainBid = plainPrice(bid);
  const sent = plainBid && roundPrice(plainBid, decimals, 'down');
  if (sent === undefined) return undefined;
  if (ask === undefined || ask === null || ask === '') return [code, sent, null, timeMs];
  const plainAsk = plainPrice(ask);
  const sentAsk = plainAsk && roundPrice(plainAsk, decimals, 'up');
  return sentAsk === undefined ? undefined : [code, sent, sentAsk, timeMs];
}
