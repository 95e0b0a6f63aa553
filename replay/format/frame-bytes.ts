import { createDeltaDecoder, type DeltaDecoder, marketText } from '../../shared/stream/delta-frame.ts';
import {
  createMarketRows,
  type MarketHead,
  type MarketRows,
  ROW_LENGTH,
} from '../../shared/stream/market-scanner.ts';

/** The market frames in few bytes of one connection after the other, in their order. */
export interface FrameBytes {
  /** The text that a frame stands for; undefined if it is no such frame, or its table is not known. */
  textOf(bytes: Uint8Array): string | undefined;
  /** Whether a recorded frame stands for these rows. One whose table came before the recording does. */
  standFor(base64: string, head: MarketHead, rows: MarketRows): boolean;
}

export function createFrameBytes(): FrameBytes {
  const decode: DeltaDecoder = createDeltaDecoder();
  const [head, rows] = [{ seq: 0, ts: 0 }, createMarketRows()];
  return {
    textOf: (bytes) => (decode(bytes, head, rows) === 'rows' ? marketText(head, rows) : undefined),
    standFor(base64, expected, { count, values }) {
      const bytes = bytesOf(base64);
      const reading = bytes && decode(bytes, head, rows);
      if (reading !== 'rows') return reading === 'none';
      if (head.seq !== expected.seq || head.ts !== expected.ts || rows.count !== count) return false;
      for (let at = 0; at < count * ROW_LENGTH; at++) if (rows.values[at] !== values[at]) return false;
      return true;
    },
  };
}

export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
