import { instrumentId, type MarketState } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { getOrCreate } from '../../../shared/get-or-create.ts';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import type { Clock } from '../../clock.ts';
import type { Board } from '../board.ts';
import { createTickRecorder } from '../past-ticks.ts';
import {
  type FrameHead,
  type FrameKind,
  type FrameRecord,
  frameOf,
  leadRecords,
  MOST_RECORDS,
  sourcesFrame,
  tickRecords,
} from './frame.ts';
import { numbersOf, snapshotOf } from './snapshot.ts';

/** Subjects of prices: frames, and requests for parts of a snapshot, and of the last ticks. */
export const PRICES = { frames: 'px.t', snapshot: 'px.snap', past: 'px.past' } as const;

/** Asks for the part from the instrument at index `from`. A feed of an earlier epoch than `epoch` does not answer. */
export function partRequest(from: number, epoch: number): Uint8Array {
  const bytes = new Uint8Array(PART_REQUEST_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, from, true);
  view.setUint32(4, epoch, true);
  return bytes;
}

const PART_REQUEST_BYTES = 8;
const FLUSH_MS = 20;
/** For readers that have just begun. */
const SOURCES_MS = 1_000;
/** So that readers can distinguish a quiet market from a lost feed. */
const LONGEST_SILENCE_MS = 250;

interface HeldTick {
  readonly key: number;
  readonly timeMs: number;
  readonly points: number;
  readonly ask: number;
}

export interface Publisher {
  /** From here on everything that changes the board is published. Call it when the board has its prices. */
  start(): void;
  stop(): void;
}

interface PublisherDeps {
  readonly board: Board;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Higher than that of every feed before: copies drop what comes from an earlier one. */
  readonly epoch: number;
  /** Whether no other feed has taken over, as far as this one can know. Until it is, nothing leaves. Default: always. */
  readonly isSure?: () => boolean;
}

/**
 * Publishes a board to its copies (`remote-market.ts`). After a reset of its prices, and after it was not sure, copies must fetch
 * a snapshot.
 */
export function createPublisher({ board, bus, clock, epoch, isSure = () => true }: PublisherDeps): Publisher {
  const ids = board.entries.map(({ id }) => id);
  const recorder = createTickRecorder();
  let n = 0;
  let sentMs = 0;
  let sentAt = 0;
  let ticks: HeldTick[] = [];
  /** Of these ticks, with their asks. */
  let recordCount = 0;
  let isReset = true;
  let undo: (() => void)[] = [];

  /** Ticks are ordered by the times of their frames: while stamps stand, these go on by a millisecond. */
  const frameTime = (): number => {
    const now = clock.now();
    if (now > sentMs) return now;
    return sentMs + (now < sentMs || clock.aheadMs() > 0 ? 1 : 0);
  };
  const begin = (): void => {
    isReset = false;
    ticks = [];
    recordCount = 0;
    send('reset', []);
  };
  const publish = (
    timeMs: number,
    bytesOf: (head: Omit<FrameHead, 'count' | 'kind'>) => Uint8Array,
  ): void => {
    if (!isSure()) {
      isReset = true;
      return;
    }
    n++;
    sentMs = timeMs;
    sentAt = clock.steady();
    bus.publish(PRICES.frames, bytesOf({ epoch, n, timeMs }));
  };
  const send = (kind: FrameKind, records: readonly FrameRecord[], timeMs: number = frameTime()): void =>
    publish(timeMs, (head) => frameOf({ ...head, kind }, records));
  const sendSources = (some: readonly number[]): void => {
    const bySource = new Map<string, number[]>();
    for (const id of some) {
      const source = board.view.sourceOf(instrumentId(id));
      if (source !== undefined) getOrCreate(bySource, source, () => []).push(id);
    }
    if (bySource.size > 0) publish(frameTime(), (head) => sourcesFrame(head, bySource));
  };
  const sendTicks = (held: readonly HeldTick[]): void => {
    const nowMs = frameTime();
    const lead = leadRecords(nowMs - clock.wall());
    const records = held.flatMap(({ key, timeMs, points, ask }) =>
      tickRecords(key, nowMs - timeMs, points, ask),
    );
    send('ticks', [...lead, ...records], nowMs);
  };
  const flush = (): void => {
    if (isReset) begin();
    if (ticks.length === 0) return;
    const held = ticks;
    ticks = [];
    recordCount = 0;
    sendTicks(held);
  };
  const watcher = {
    take(at: number, timeMs: number, points: number, ask: number = points) {
      ticks.push({ key: ids[at] ?? 0, timeMs, points, ask });
      recordCount += ask === points ? 1 : 2;
      recorder.take(instrumentId(ids[at] ?? 0), timeMs, points, timeMs, ask);
      // Room for a lead, and for a tick with its ask.
      if (recordCount > MOST_RECORDS - 3) flush();
    },
    setState(at: number, state: MarketState) {
      flush();
      const [a, b] = numbersOf(state);
      send('states', [{ key: ids[at] ?? 0, a, b }]);
    },
    setSource(at: number) {
      flush();
      sendSources([ids[at] ?? 0]);
    },
    stored(from: number, to: number, nowS: number) {
      flush();
      send('stored', [{ key: from, a: to, b: nowS }]);
    },
    recalled() {
      isReset = true;
    },
  };
  const answering =
    (part: (from: number, timeMs: number) => Uint8Array) =>
    ({ data, respond }: BusMessage): void => {
      if (respond === undefined || data.length !== PART_REQUEST_BYTES) return;
      const asked = new DataView(data.buffer, data.byteOffset);
      const [from, least] = [asked.getUint32(0, true), asked.getUint32(4, true)];
      if (from >= ids.length) return;
      flush();
      if (isReset || epoch < least) return;
      respond(part(from, Math.max(sentMs, clock.now())));
    };
  const snapshotPart = (from: number, timeMs: number) => snapshotOf(board, from, { epoch, n, timeMs });
  /** In place of a number it has the index of the next instrument. */
  const pastPart = (from: number, timeMs: number): Uint8Array => {
    const records: FrameRecord[] = [];
    let next = from;
    for (; next < ids.length; next++) {
      const own = recorder
        .since(instrumentId(ids[next] ?? 0), timestampMs(0))
        .flatMap(({ close, ask, time }) => tickRecords(ids[next] ?? 0, timeMs - time, close, ask));
      if (next > from && records.length + own.length > MOST_RECORDS) break;
      records.push(...own);
    }
    return frameOf({ kind: 'ticks', epoch, n: next, timeMs }, records);
  };

  return {
    start() {
      board.watch(watcher);
      isReset = true;
      flush();
      undo = [
        bus.subscribe(PRICES.snapshot, answering(snapshotPart)),
        bus.subscribe(PRICES.past, answering(pastPart)),
        clock.every(SOURCES_MS, () => {
          flush();
          sendSources(ids);
        }),
        clock.every(FLUSH_MS, () => {
          flush();
          if (clock.steady() - sentAt >= LONGEST_SILENCE_MS) sendTicks([]);
        }),
      ];
    },
    stop() {
      flush();
      for (const stop of undo) stop();
      undo = [];
    },
  };
}
