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
