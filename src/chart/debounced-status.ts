import { later } from '../clock.ts';
import type { ChartStatus } from './live-chart.ts';

/** Candles of another period that arrive sooner replace the previous ones without an intermediate state. */
const SWITCHING_DELAY_MS = 150;

/** Forwards the status; delays `switching`, and drops it when another status follows in time. */
export function debouncedStatus(onStatus: (status: ChartStatus) => void): (status: ChartStatus) => void {
  let cancel = (): void => {};
  return (status) => {
    cancel();
    if (status === 'switching') cancel = later(SWITCHING_DELAY_MS, () => onStatus(status));
    else onStatus(status);
  };
}
