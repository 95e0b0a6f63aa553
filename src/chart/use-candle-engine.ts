import { type RefObject, useEffect, useState } from 'react';
import { pageClock } from '../link/page-clock.ts';
import type { CandleEngine, CandleEngineOptions } from './candle-engine.ts';

type EngineModule = typeof import('./candle-engine.ts');

let loading: Promise<EngineModule> | undefined;

/** uPlot and the code that draws with it are a chunk of their own. The next call retries a failed download. */
function loadEngine(): Promise<EngineModule> {
  loading ??= import('./candle-engine.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Starts the download before a chart is mounted. The hook reports a failure. */
export function preloadCandleEngine(): void {
  loadEngine().catch(() => {});
}

/**
 * One engine while the component is mounted; undefined until its code has loaded.
 * @param options must stay the same object
 * @param attempt a new number retries a failed download
 */
export function useCandleEngine(
  host: RefObject<HTMLElement | null>,
  options: Omit<CandleEngineOptions, 'clock'>,
  attempt: number,
): CandleEngine | undefined {
  const [engine, setEngine] = useState<CandleEngine>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt retries the download
  useEffect(() => {
    let created: CandleEngine | undefined;
    let isGone = false;
    loadEngine().then(
      ({ createCandleEngine }) => {
        if (isGone || host.current === null) return;
        created = createCandleEngine(host.current, { ...options, clock: pageClock });
        setEngine(created);
      },
      () => isGone || options.onStatus('failed'),
    );
    return () => {
      isGone = true;
      created?.destroy();
      setEngine(undefined);
    };
  }, [host, options, attempt]);
  return engine;
}
