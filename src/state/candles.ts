import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import type { Result } from '../../shared/result.ts';
import { link } from './link.ts';

/** Subscribes to updates, in order; a `reset` comes first, and again whenever past candles changed. Returns unsubscribe. */
export const subscribeCandles = (
  id: InstrumentId,
  period: Period,
  listener: (update: CandleUpdate) => void,
): (() => void) => link().stream((engine) => engine.candles(id, period), listener);

/** Loads candles before the oldest loaded one; subscribers get them as a `reset`. */
export const loadOlderCandles = (
  id: InstrumentId,
  period: Period,
): Promise<Result<{ readonly more: boolean }>> => link().call((engine) => engine.olderCandles(id, period));
