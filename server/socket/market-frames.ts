import type { MarketParams } from '../../shared/contract/socket.ts';
import { createDeltaEncoder, type PointsRow } from '../../shared/stream/delta-frame.ts';
import { wireQuote } from '../listings/market-encoder.ts';
import type { QuoteChanges } from './quote-changes.ts';

/** Writes the frames of one DAY_MARKET topic: of clients that all get the same. */
export interface MarketFrames {
  /** The body of a frame for all who are up to date; undefined while nobody can be. */
  changes(rows: readonly PointsRow[], ts: number): Buffer | undefined;
  snapshot(rows: readonly PointsRow[], ts: number): Buffer;
}

/** What a subscription asks for, of what decides how its frames are written. */
export type FrameParams = Pick<MarketParams, 'ask' | 'format'>;

/** @returns the frames of a new topic whose clients have asked for the same */
export function createMarketFrames(changes: QuoteChanges): (params: FrameParams) => MarketFrames {
  const [plain, withAsk] = [createTextFrames(false), createTextFrames(true)];
  return ({ ask, format }) => {
    if (format === undefined) return ask === 1 ? withAsk : plain;
    const encoder = createDeltaEncoder(changes.allAsChanged, ask === 1);
    const buffer = ({ buffer: bytes, byteOffset, length }: Uint8Array) =>
      Buffer.from(bytes, byteOffset, length);
    return {
      changes(rows, ts) {
        const body = encoder.changes(rows, ts);
        return body && buffer(body);
      },
      snapshot: (rows, ts) => buffer(encoder.snapshot(rows, ts)),
    };
  };
}

/** Each row is printed once per change, and each list once, however many topics send it. */
function createTextFrames(hasAsk: boolean): MarketFrames {
  const texts = new Map<number, { readonly row: PointsRow; readonly text: string }>();
  const bodies = new WeakMap<readonly PointsRow[], Buffer>();

  function textOf(row: PointsRow): string {
    const known = texts.get(row.id);
    if (known?.row === row) return known.text;
    const text = JSON.stringify(wireQuote(row, hasAsk));
    texts.set(row.id, { row, text });
    return text;
  }

  function body(rows: readonly PointsRow[]): Buffer {
    const known = bodies.get(rows);
    if (known !== undefined) return known;
    const made = Buffer.from(`[${rows.map(textOf).join(',')}]}`);
    bodies.set(rows, made);
    return made;
  }

  return { changes: body, snapshot: body };
}
