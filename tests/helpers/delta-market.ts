import { createDeltaEncoder, deltaHead, type PointsRow } from '../../shared/stream/delta-frame.ts';

/** Frames in few bytes of a market with one instrument of two decimals, closes in points. */
export function deltaMarket(id = 1, now: () => number = () => 1_000) {
  const row = (close: number): PointsRow => ({
    ...{ id, precision: 2, close, open: 90, status: 1, timeMs: now(), ask: close },
  });
  const encoder = createDeltaEncoder(() => [row(100)], true);
  const bytes = (seq: number, body?: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from(deltaHead({ seq, ts: now() }), 'latin1'), body ?? new Uint8Array()]);
  return {
    /** A snapshot at 1.00. */
    whole: (seq: number) => bytes(seq, encoder.snapshot([row(100)], now())),
    change: (seq: number, close: number) => bytes(seq, encoder.changes([row(close)], now())),
  };
}

/** With a bit of its check changed. */
export const damaged = (frame: Uint8Array): Uint8Array =>
  frame.map((byte, at) => (at === frame.length - 1 ? byte ^ 1 : byte));

export const base64Of = (frame: Uint8Array): string => Buffer.from(frame).toString('base64');
