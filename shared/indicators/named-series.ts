import { ok, type Result } from '../result.ts';
import { createIndicatorSeries, type IndicatorSeries } from './indicator-series.ts';
import type { IndicatorSpec } from './kinds.ts';
import { parseIndicator } from './spec.ts';

/** A series of the indicators of these names, in their order. The error is a sentence without its full stop. */
export function createNamedSeries(names: readonly string[]): Result<IndicatorSeries, string> {
  const specs: IndicatorSpec[] = [];
  for (const name of names) {
    const spec = parseIndicator(name);
    if (!spec.ok) return spec;
    specs.push(spec.value);
  }
  return ok(createIndicatorSeries(specs));
}
