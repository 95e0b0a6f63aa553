import { effect, type Signal, signal } from '@preact/signals-react';
import { PERIODS, type Period } from '../../shared/domain/period.ts';
import { factsOf, kindOf } from '../../shared/indicators/kinds.ts';
import { parseIndicator } from '../../shared/indicators/spec.ts';
import { fieldsOf, isFields, parseJson } from '../../shared/json.ts';
import { later } from '../clock.ts';
import { lasting, type TextStore } from '../link/storage.ts';
import { areBorrowed } from './replay-source.ts';

export const CHART_TYPES = ['candles', 'bars', 'line', 'area', 'heikin-ashi'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** The most indicators on a chart, and the most of them that have a pane of their own. */
export const MAX_INDICATORS = 5;
export const MAX_PANES = 2;

/** Whether an indicator, as `rsi:14`, has a scale of its own instead of the prices'. */
export function hasPane(name: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && factsOf(kind).pane !== undefined;
}

/** The part of the candles that was in view. */
interface ChartRange {
  /** Width of a candle, CSS pixels. */
  readonly candlePx: number;
  /** The candle at the end, unless the view follows the newest one: of which series, and its time. */
  readonly end?: { readonly series: string; readonly timeS: number };
}

export interface ChartSettings {
  readonly period: Signal<Period>;
  readonly type: Signal<ChartType>;
  readonly volume: Signal<boolean>;
  /** Whether the account's fills are marked. */
  readonly fills: Signal<boolean>;
  /** By their names in the contract, for example `sma:20`. */
  readonly indicators: Signal<readonly string[]>;
  readonly range: Signal<ChartRange | undefined>;
}

const KEY = 'chart';
/** A pinch changes the range in each frame. */
const WRITE_MS = 400;

/**
 * How the chart looks, kept in `store`; a value that is not valid counts as absent.
 * @param onLeave has its argument called when the page may end: what was changed last is written then
 */
export function createChartSettings(
  store: TextStore,
  after: (delayMs: number, run: () => void) => () => void,
  onLeave: (run: () => void) => void,
): ChartSettings {
  const text = store.get(KEY);
  const kept = fieldsOf(parseJson(text ?? ''));
  const settings: ChartSettings = {
    period: signal(PERIODS.find((period) => period === kept['period']) ?? '1min'),
    type: signal(CHART_TYPES.find((type) => type === kept['type']) ?? 'candles'),
    volume: signal(kept['volume'] === true),
    fills: signal(kept['fills'] !== false),
    indicators: signal(validIndicators(kept['indicators'])),
    range: signal(validRange(kept['range'])),
  };
  let written: Readonly<Record<string, unknown>> | undefined;
  let cancel = () => {};
  let write = () => {};
  effect(() => {
    const { period, type, volume, fills, indicators, range } = settings;
    const now = {
      period: period.value,
      type: type.value,
      volume: volume.value,
      fills: fills.value,
      indicators: indicators.value,
      range: range.value,
    };
    if (areBorrowed.peek()) return;
    cancel();
    written ??= now;
    const before = written;
    const changed = Object.entries(now).filter(([name, value]) => value !== before[name]);
    write = () => {
      if (written === now || changed.length === 0) return;
      // Another tab may have changed the others.
      store.set(
        KEY,
        JSON.stringify({ ...fieldsOf(parseJson(store.get(KEY) ?? '')), ...Object.fromEntries(changed) }),
      );
      written = now;
    };
    if (changed.length > 0) cancel = after(WRITE_MS, write);
  });
  onLeave(() => write());
  return settings;
}

/** How this device's chart looks; a change is written after a moment. */
export const chartSettings = createChartSettings(lasting, later, (run) =>
  // Tests without a browser have no such event.
  globalThis.addEventListener?.('pagehide', run),
);

/** Names of indicators that fit on a chart; others are left out. */
export function validIndicators(value: unknown): readonly string[] {
  const names: unknown[] = Array.isArray(value) ? value : [];
  const known = names.filter((name) => typeof name === 'string').filter((name) => parseIndicator(name).ok);
  const surplus = known.filter(hasPane).slice(MAX_PANES);
  return [...new Set(known)].filter((name) => !surplus.includes(name)).slice(0, MAX_INDICATORS);
}

function isAbove0(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function validRange(value: unknown): ChartRange | undefined {
  if (!isFields(value)) return undefined;
  const { candlePx, end } = value;
  if (!isAbove0(candlePx)) return undefined;
  if (!isFields(end)) return { candlePx };
  const { series, timeS } = end;
  return typeof series === 'string' && isAbove0(timeS) ? { candlePx, end: { series, timeS } } : { candlePx };
}
