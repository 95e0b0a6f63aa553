import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import type { Result } from '../../shared/result.ts';
import { engine } from './link.ts';

/** Hands every update to `listener`, in order; a `reset` comes first, and again whenever the past changed. */
export const subscribeCandles = (
  id: InstrumentId,
  period: Period,
  listener: (update: CandleUpdate) => void,
): (() => void) => engine.stream((to) => to.candles(id, period), listener);

/** Loads candles before the oldest one held; they come to the subscribers as a `reset`. */
export const loadOlderCandles = (
  id: InstrumentId,
  period: Period,
): Promise<Result<{ readonly more: boolean }>> => engine.call((to) => to.olderCandles(id, period));
