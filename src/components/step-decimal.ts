interface Bounds {
  readonly step: number;
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/**
 * One step up or down from a typed decimal, in integers so that 0.1 + 0.2 is 0.30. An empty or malformed text counts as
 * the lowest value. The result is within the bounds and has exactly `decimals` decimals.
 */
export function stepDecimal(text: string, direction: 1 | -1, bounds: Bounds): string {
  const scale = 10 ** bounds.decimals;
  const [step, min, max] = [bounds.step, bounds.min, bounds.max].map((value) => Math.round(value * scale));
  const typed = text === '' ? Number.NaN : Number(text);
  if (step === undefined || min === undefined || max === undefined) return text;
  const next = Number.isNaN(typed)
    ? direction > 0
      ? Math.max(min, step)
      : min
    : Math.min(max, Math.max(min, Math.round(typed * scale) + direction * step));
  return (next / scale).toFixed(bounds.decimals);
}

/** A number with group separators and a decimal separator, as amounts are displayed: it was pasted. */
const GROUPED = /^\D*[0-9]{1,3}(?:([.,])[0-9]{3}(?:\1[0-9]{3})*)(?!\1)[.,][0-9]+\D*$/;

/** The same without decimals: a separator that occurs twice groups thousands. */
const GROUPED_WHOLE = /^\D*[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})+\D*$/;

/**
 * The plain decimal for a text typed or pasted into a number field: Arabic and Persian digits become ASCII digits, a
 * comma becomes a point, anything else is dropped but a sign before the first digit: without it, -1 would read as 1.
 */
export function plainDecimal(typed: string): string {
  const ascii = typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(GROUPED, (text) => text.replace(/[.,](?=.*[.,])/g, ''))
    .replace(GROUPED_WHOLE, (text) => text.replace(/[.,]/g, ''))
    // Also the Arabic comma, and the comma and full stop of Chinese and Japanese keyboards.
    .replace(/[,\u066b\u060c\u3001\u3002]/g, '.')
    .replace(/^[^0-9]*[-\u2212][^0-9]*/, '-')
    .replace(/(?!^-)[^0-9.]/g, '');
  const point = ascii.indexOf('.');
  return point < 0 ? ascii : ascii.slice(0, point + 1) + ascii.slice(point + 1).replaceAll('.', '');
}
