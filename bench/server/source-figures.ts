import { simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import { createBounds } from '../../server/feed/push/bounds.ts';
import { noneRefused, readSourceFrame } from '../../server/feed/push/source-frames.ts';
import { takeTicks } from '../../server/feed/push/take-ticks.ts';
import { createJudge } from '../../server/feed/push/tick-judge.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { comparedCalls } from '../engine/compared-calls.ts';
import { besides, type Figure } from '../figures/figure.ts';
import { collectGarbage } from '../growth/memory.ts';

const INSTRUMENTS = 500;
const FRAMES = 500;
/** Ticks of one moment are taken in the order in which they come. */
const NOW = timestampMs(1_790_000_000_000);
const ROUNDS = { warmUps: 4, counted: 15 };

export const SOURCE_NAME = `taking a frame of ${INSTRUMENTS} ticks from outside vs JSON.parse of it`;

/**
 * Frames of one source, each with a tick of every instrument: read, judged, and a price of the board and its
 * candles. Compared with parsing their text. In this process, by CPU time.
 */
export async function sourceFigures(): Promise<readonly Figure[]> {
  const entries = simulatedEntries(INSTRUMENTS, 'always').slice(-INSTRUMENTS);
  const board = createBoard(entries, memoryCandleStore(), 'per-lot');
  const clock = { wall: () => NOW, steady: () => NOW };
  const judge = createJudge({
    instruments: entries.length,
    sources: 1,
    staleMs: () => 10_000,
    bound: createBounds(board.series, clock),
    accept: (at, _source, timeMs, bid) => board.take(at, timeMs, bid),
    drop: () => undefined,
  });
  judge.connect(0, NOW);
  const reading = { entries, judge, places: new Map(entries.map(({ code }, at) => [code, at])) };
  const counts = noneRefused();
  const texts = Array.from({ length: FRAMES }, (_, frame) => textOf(entries, frame));
  const textAt = (call: number): string => texts[call % FRAMES] ?? '';
  const take = (call: number): void => {
    const frame = readSourceFrame(textAt(call));
    if (frame.ok && frame.value.kind === 'ticks') takeTicks(reading, 0, frame.value.ticks, counts, NOW, NOW);
  };
  collectGarbage();
  const comparison = await comparedCalls(ROUNDS, take, 'parse', (call) => JSON.parse(textAt(call)));
  return [
    {
      name: SOURCE_NAME,
      unit: 'µs',
      ...besides(comparison, 'parse', 'JSON.parse of the frame'),
      goal: budgets.server.sourceToParse,
      details: { 'ticks not taken': Object.values(counts).reduce((sum, count) => sum + count, 0) },
    },
  ];
}

const textOf = (entries: readonly { readonly code: string }[], frame: number): string =>
  JSON.stringify({
    ticks: entries.map(({ code }, at) => {
      const points = 20_000 + at * 31 + ((at * 7 + frame) % 5);
      return [code, (points / 1_000).toFixed(3), ((points + 12) / 1_000).toFixed(3), NOW];
    }),
  });
