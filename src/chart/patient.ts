import { later } from '../clock.ts';
import type { ChartStatus } from './candle-engine.ts';

/** Candles that come sooner take the place of the last ones without a sign. */
const PATIENCE_MS = 150;

/** Tells what it is told, but a switch only when it lasts. */
export function patient(tell: (status: ChartStatus) => void): (status: ChartStatus) => void {
  let forget = (): void => {};
  return (status) => {
    forget();
    if (status === 'switching') forget = later(PATIENCE_MS, () => tell(status));
    else tell(status);
  };
}
