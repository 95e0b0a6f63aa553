import {
  createMarketRows,
  createScan,
  ESCAPED,
  type MarketHead,
  scanMarketFrame,
  scanNumber,
} from '../../shared/stream/market-scanner.ts';
import type { Line } from '../format/lines.ts';
import type { Fold } from './fold.ts';

const AT = '{"at":';
const FRAME = ',"kind":"in","text":"';
const LAST = '"}';

/** Folds market frames straight from the lines of a recording, without unescaping them. */
export interface LineScanner {
  /**
   * Takes a line that is a market frame in the exact shape that the recorder writes.
   * @returns its `at`, -1 for a line that was not taken
   */
  take(line: Line): number;
}

export function createLineScanner(fold: Pick<Fold, 'takeMarket'>): LineScanner {
  const head: MarketHead = { seq: 0, ts: 0 };
  const rows = createMarketRows();
  const scan = createScan();
  return {
    take({ text, start, stop }) {
      if (!text.startsWith(AT, start)) return -1;
      const at = scanNumber(scan, text, start + AT.length);
      if (!(at >= 0) || !text.startsWith(FRAME, scan.end)) return -1;
      const from = scan.end + FRAME.length;
      const to = stop - LAST.length;
      if (!text.startsWith(LAST, to) || !scanMarketFrame(scan, text, head, rows, ESCAPED, from, to))
        return -1;
      fold.takeMarket(head, rows);
      return at;
    },
  };
}
