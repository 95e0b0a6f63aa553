import {
  createMarketRows,
  ESCAPED,
  end,
  type MarketHead,
  scanMarketFrame,
  scanNumber,
} from '../../shared/stream/market-scanner.ts';
import type { Fold } from './fold.ts';

const AT = '{"at":';
const FRAME = ',"kind":"in","text":"';
const LAST = '"}';

/** Takes market frames into a fold straight from the lines of a recording, without unescaping them. */
export interface LineScanner {
  /**
   * Takes the line `text[start, stop)` when it is a market frame in exactly the shape that the recorder writes.
   * @returns its `at`, -1 when the line was not taken
   */
  take(text: string, start: number, stop: number): number;
}

export function createLineScanner(fold: Pick<Fold, 'takeMarket'>): LineScanner {
  const head: MarketHead = { seq: 0, ts: 0 };
  const rows = createMarketRows();
  return {
    take(text, start, stop) {
      if (!text.startsWith(AT, start)) return -1;
      const at = scanNumber(text, start + AT.length);
      if (!(at >= 0) || !text.startsWith(FRAME, end)) return -1;
      const from = end + FRAME.length;
      const to = stop - LAST.length;
      if (!text.startsWith(LAST, to) || !scanMarketFrame(text, head, rows, ESCAPED, from, to)) return -1;
      fold.takeMarket(head, rows);
      return at;
    },
  };
}
