import { type RefObject, useEffect, useState } from 'react';
import { pageClock } from '../link/page-clock.ts';
import type { LiveChart, LiveChartOptions } from './live-chart.ts';

type LiveChartModule = typeof import('./live-chart.ts');

let loading: Promise<LiveChartModule> | undefined;

/** uPlot and the code that draws with it are a chunk of their own. The next call retries a failed download. */
function loadLiveChart(): Promise<LiveChartModule> {
  loading ??= import('./live-chart.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Starts the download before a chart is mounted. The hook reports a failure. */
export function preloadLiveChart(): void {
  loadLiveChart().catch(() => {});
}

/**
 * One chart while the component is mounted; undefined until its code has loaded.
 * @param options must stay the same object
 * @param attempt a new number retries a failed download
 */
export function useLiveChart(
  host: RefObject<HTMLElement | null>,
  options: Omit<LiveChartOptions, 'clock'>,
  attempt: number,
): LiveChart | undefined {
  const [chart, setChart] = useState<LiveChart>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt retries the download
  useEffect(() => {
    let created: LiveChart | undefined;
    let isGone = false;
    loadLiveChart().then(
      ({ createLiveChart }) => {
        if (isGone || host.current === null) return;
        created = createLiveChart(host.current, { ...options, clock: pageClock });
        setChart(created);
      },
      () => isGone || options.onStatus('failed'),
    );
    return () => {
      isGone = true;
      created?.destroy();
      setChart(undefined);
    };
  }, [host, options, attempt]);
  return chart;
}
