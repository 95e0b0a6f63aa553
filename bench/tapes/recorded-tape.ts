import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseEntry, parseHeader } from '../../replay/format/format.ts';
import { createCounters } from '../../shared/stream/counters.ts';
import { createFrameDecoder } from '../../shared/stream/frame-decoder.ts';
import { ROW, ROW_LENGTH } from '../../shared/stream/market-scanner.ts';
import { type Tapes, writeTapeFiles } from './tape.ts';

interface Quote {
  /** Time since the recording's start. */
  readonly atMs: number;
  readonly price: number;
}

const START_MS = 1_700_000_000_000;

/** The quotes of a recording's market frames by instrument, in their order; those of a snapshot count once. */
export function recordedQuotes(text: string): ReadonlyMap<number, readonly Quote[]> {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  parseHeader(head);
  const decode = createFrameDecoder(createCounters());
  const quotes = new Map<number, Quote[]>();
  for (const line of lines) {
    const entry = parseEntry(line);
    const frame = entry.kind === 'in' ? decode(entry.text) : undefined;
    if (frame?.kind !== 'market') continue;
    const { values, count } = frame.rows;
    for (let row = 0; row < count; row++) {
      const [id = 0, price = 0] = [values[row * ROW_LENGTH + ROW.id], values[row * ROW_LENGTH + ROW.close]];
      const list = quotes.get(id) ?? [];
      if (price > 0 && list.at(-1)?.price !== price) list.push({ atMs: entry.at, price });
      quotes.set(id, list);
    }
  }
  return quotes;
}

/** Enough rows to read a list in its middle and to scroll on. */
const LEAST_INSTRUMENTS = 200;

/**
 * Writes each instrument's quotes as a tick file, repeated until `seconds` are filled. With few instruments in the
 * recording, each is written several times, shifted in time so that the copies tick alternately.
 */
export async function recordedTapes(path: string, seconds: number): Promise<Tapes> {
  const bytes = readFileSync(path);
  const quotes = recordedQuotes((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  if (quotes.size === 0) throw new Error(`${path} has no market frame: there is nothing to play.`);
  const lengthMs = Math.max(1_000, ...[...quotes.values()].map((list) => (list.at(-1)?.atMs ?? 0) + 1));
  const rounds = Math.ceil((seconds * 1000) / lengthMs);
  const copies = Math.ceil(LEAST_INSTRUMENTS / quotes.size);
  return writeTapeFiles(
    Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
      [...quotes].map(([id, list]) => ({
        code: `REC${String(id).padStart(3, '0')}${copy === 0 ? '' : `.${copy + 1}`}`,
        text: tapeText(later(list, (copy / copies) * lengthMs, lengthMs), lengthMs, rounds),
      })),
    ),
  );
}

/** The quotes of a round shifted by `byMs`; those beyond its end wrap around to its start. */
function later(quotes: readonly Quote[], byMs: number, lengthMs: number): readonly Quote[] {
  if (byMs === 0) return quotes;
  const moved = quotes
    .map(({ atMs, price }) => ({ atMs: (atMs + byMs) % lengthMs, price }))
    .sort((a, b) => a.atMs - b.atMs);
  // Without this quote there would be no price before the first change.
  return [...moved.slice(-1).map(({ price }) => ({ atMs: 0, price })), ...moved];
}

function tapeText(quotes: readonly Quote[], lengthMs: number, rounds: number): string {
  const lines = ['ts_ms,bid,ask'];
  for (let round = 0; round < rounds; round++)
    for (const { atMs, price } of quotes)
      lines.push(`${START_MS + round * lengthMs + Math.floor(atMs)},${price},${price}`);
  return `${lines.join('\n')}\n`;
}
