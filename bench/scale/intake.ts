import { createLocalBus } from '../../server/bus/local.ts';
import { simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { type Clock, systemClock } from '../../server/clock.ts';
import { clockReadings } from '../../server/clock-readings.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import {
  eachRecord,
  type FrameRecord,
  frameOf,
  readFrame,
  writeHead,
} from '../../server/feed/remote/frame.ts';
import { createPublisher, PRICES } from '../../server/feed/remote/publisher.ts';
import { createRemoteMarket } from '../../server/feed/remote/remote-market.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { cpuOf } from '../engine/compared-calls.ts';
import { besides, type Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';

const TICKS = 1_000;
/** Ticks a second of a busy market. */
const BUSY = 50_000;
const FRAME_MS = 20;
const WARM_UPS = 4;

/**
 * A frame of a thousand ticks, taken in by a copy of the market, with its candles and listeners; compared with JSON.parse of
 * the same ticks. In this process, by CPU time.
 */
export async function intakeFigures(repetitions: number): Promise<readonly Figure[]> {
  const entries = simulatedEntries(0);
  // A frame's time is later than that of the one before, as it would be without the hurry.
  let nowMs: number = systemClock.now();
  const clock: Clock = { ...systemClock, ...clockReadings({ wall: () => nowMs, steady: () => nowMs }) };
  const report = (error: unknown): never => {
    throw new Error(String(error));
  };
  const bus = createLocalBus(clock, report);
  const board = createBoard(entries, memoryCandleStore(), 'of-margin');
  for (const [at] of entries.entries()) board.take(at, nowMs, 100_000 + at);
  let last = { epoch: 0, n: 0 };
  bus.subscribe(PRICES.frames, ({ data }) => {
    last = readFrame(data) ?? last;
  });
  const publisher = createPublisher({ board, bus, clock, epoch: 1 });
  publisher.start();
  const copy = createRemoteMarket({
    entries,
    bus,
    clock,
    candleStore: memoryCandleStore(),
    feeType: 'of-margin',
    report,
  });
  await copy.start();
  // From here on the frames are those below: none is published between them.
  publisher.stop();
  let delivered = 0;
  copy.onTick(() => delivered++);

  const records = Array.from({ length: TICKS }, (_, at): FrameRecord => {
    const key = entries[at % entries.length]?.id ?? 0;
    return {
      key,
      a: FRAME_MS - 1 - Math.floor(((FRAME_MS - 1) * at) / TICKS),
      b: 100_000 + ((at * 7) % 100),
    };
  });
  const { epoch } = last;
  let { n } = last;
  // One frame again and again: the memory of new ones would cost the collector more than their ticks.
  const bytes = frameOf({ kind: 'ticks', epoch, n, timeMs: 0 }, records);
  const take = () => {
    nowMs += FRAME_MS;
    writeHead(new DataView(bytes.buffer), { kind: 'ticks', epoch, n: ++n, timeMs: nowMs, count: TICKS });
    bus.publish(PRICES.frames, bytes);
  };
  const text = JSON.stringify(records.map(({ key, a, b }) => [key, nowMs - a, b]));
  // The first frame also announces the prices of the snapshot.
  take();
  delivered = 0;
  take();
  if (delivered !== TICKS) throw new Error(`${delivered} of ${TICKS} ticks were delivered`);

  const compared = await compare(
    [
      { name: 'product', run: () => cpuOf(take) },
      { name: 'parse', run: () => cpuOf(() => JSON.parse(text)) },
    ],
    repetitions,
    WARM_UPS,
  );
  await copy.stop();
  const us = compared['product']?.median ?? Number.NaN;
  let read = 0;
  eachRecord(readFrame(bytes) ?? report('unreadable'), () => read++);
  return [
    {
      name: `taking in a frame of ${TICKS} ticks vs JSON.parse of them`,
      unit: 'µs',
      ...besides(compared, 'parse', 'JSON.parse'),
      goal: budgets.scale.intakeToJsonParse,
      details: {
        [`% of a core at ${BUSY} ticks/s`]: ((us * BUSY) / TICKS / 1e6) * 100,
        'ticks in a frame': read,
      },
    },
  ];
}
