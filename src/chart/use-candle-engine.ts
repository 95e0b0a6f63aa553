import { type RefObject, useEffect, useState } from 'react';
import { pageClock } from '../link/page-clock.ts';
import type { CandleEngine, CandleEngineOptions } from './candle-engine.ts';

type EngineModule = typeof import('./candle-engine.ts');

let loading: Promise<EngineModule> | undefined;

/** uPlot and all that draws with it are a chunk of their own. A failed download is tried again by the next call. */
function loadEngine(): Promise<EngineModule> {
  loading ??= import('./candle-engine.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

// Begun together with the screen that has a chart, not after its first render; who uses it hears of a failure.
loadEngine().catch(() => {});

/**
 * One engine as long as the component is mounted.
 * @param options must stay the same object
 * @param attempt a new number tries a failed download again
 */
export function useCandleEngine(
  host: RefObject<HTMLElement | null>,
  options: Omit<CandleEngineOptions, 'clock'>,
  attempt: number,
): CandleEngine | undefined {
  const [engine, setEngine] = useState<CandleEngine>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another download
  useEffect(() => {
    let made: CandleEngine | undefined;
    let gone = false;
    loadEngine().then(
      ({ createCandleEngine }) => {
        if (gone || host.current === null) return;
        made = createCandleEngine(host.current, { ...options, clock: pageClock });
        setEngine(made);
      },
      () => gone || options.onStatus('failed'),
    );
    return () => {
      gone = true;
      made?.destroy();
      setEngine(undefined);
    };
  }, [host, options, attempt]);
  return engine;
}
