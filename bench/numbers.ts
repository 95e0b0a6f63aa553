/** A measured value with as many digits as say something. */
export const digits = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4);
