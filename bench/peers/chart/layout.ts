/** Layout of the product's chart: width of a candle and of the empty space after the last one, CSS pixels. */
export const CANDLE_PX = 7;
export const GAP_PX = 21;
