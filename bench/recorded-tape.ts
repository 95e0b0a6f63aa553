import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createCounters } from '../worker/counters.ts';
import { parseEntry, parseHeader } from '../worker/recording/format.ts';
import { createFrameDecoder } from '../worker/socket/frame-decoder.ts';
import { ROW, ROW_LENGTH } from '../worker/socket/market-scanner.ts';
import { type Tapes, writeTapeFiles } from './tape.ts';

interface Quote {
  /** Since the recording's start. */
  readonly atMs: number;
  readonly price: number;
}

const START_MS = 1_700_000_000_000;

/** The quotes of a recording's market frames by instrument, as they came; those of a snapshot count once. */
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

/** Each instrument's quotes as a tick file, played again from the start until `seconds` are full. */
export async function recordedTapes(path: string, seconds: number): Promise<Tapes> {
  const bytes = readFileSync(path);
  const quotes = recordedQuotes((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  if (quotes.size === 0) throw new Error(`${path} has no market frame: there is nothing to play.`);
  const lengthMs = Math.max(1_000, ...[...quotes.values()].map((list) => (list.at(-1)?.atMs ?? 0) + 1));
  const rounds = Math.ceil((seconds * 1000) / lengthMs);
  return writeTapeFiles(
    [...quotes].map(([id, list]) => {
      const lines = ['ts_ms,bid,ask'];
      for (let round = 0; round < rounds; round++)
        for (const { atMs, price } of list)
          lines.push(`${START_MS + round * lengthMs + Math.floor(atMs)},${price},${price}`);
      return { code: `REC${String(id).padStart(3, '0')}`, text: `${lines.join('\n')}\n` };
    }),
  );
}
