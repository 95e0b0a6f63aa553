import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import type { Result } from '../../shared/result.ts';
import { link } from './link.ts';

/**
 * Subscribes to updates, in order; a `reset` comes first, and again whenever past candles changed.
 * @param indicators names such as `sma:20`, whose values come with each candle
 * @returns unsubscribes
 */
export const subscribeCandles = (
  id: InstrumentId,
  period: Period,
  listener: (update: CandleUpdate) => void,
  indicators: readonly string[] = [],
): (() => void) => link().stream((engine) => engine.candles(id, period, indicators), listener);

/** Loads candles before the oldest loaded one; subscribers get them as a `reset`. */
export const loadOlderCandles = (
  id: InstrumentId,
  period: Period,
): Promise<Result<{ readonly more: boolean }>> => link().call((engine) => engine.olderCandles(id, period));
