import { type RefObject, useEffect, useState } from 'react';
import { later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { chartSettings } from '../state/chart-settings.ts';
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

type StudiesModule = typeof import('./studies.ts');

let loadingStudies: Promise<StudiesModule> | undefined;

/** What draws anything but plain candles, as `loadLiveChart`. */
export function loadStudies(): Promise<StudiesModule> {
  loadingStudies ??= import('./studies.ts').catch((error: unknown) => {
    loadingStudies = undefined;
    throw error;
  });
  return loadingStudies;
}

/** Loads all that the chart as it was left needs; the first drawing has its indicators. */
async function loadAll(): Promise<LiveChartModule> {
  const { type, volume, indicators } = chartSettings;
  const isPlain = type.peek() === 'candles' && !volume.peek() && indicators.peek().length === 0;
  const [chart] = await Promise.all([loadLiveChart(), isPlain || loadStudies().catch(() => {})]);
  return chart;
}

/** By then a chart that is mounted at once has been drawn for the first time. */
const PREPARE_MS = 1_000;

/** Starts the download before a chart is mounted. The hook reports a failure. */
export function preloadLiveChart(): void {
  loadAll().then(
    ({ prepareDays }) => later(PREPARE_MS, prepareDays),
    () => {},
  );
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
    loadAll().then(
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
