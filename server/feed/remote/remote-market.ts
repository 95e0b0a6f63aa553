import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { FeeType } from '../../../shared/domain/margin.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import type { Bus } from '../../bus/bus.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import type { Clock } from '../../clock.ts';
import { type Board, createBoard } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import type { Market, Tick } from '../market.ts';
import type { TickRecorder } from '../past-ticks.ts';
import { followSave } from '../series.ts';
import { createFeedClock } from './feed-clock.ts';
import {
  ASK_KEY,
  aOf,
  bOf,
  eachRecord,
  eachTick,
  type Frame,
  keyOf,
  leadOf,
  readFrame,
  sourcesOf,
} from './frame.ts';
import { PRICES, partRequest } from './publisher.ts';
import { applySnapshot, stateOf } from './snapshot.ts';

/** A copy of a feed's market. */
export interface RemoteMarket extends Market {
  /** Whether the prices are those of the feed now: nothing is missing, and it is not silent. */
  isReady(): boolean;
  /** How late the newest frame came, beyond the usual delay; while none comes, for how long. */
  lagMs(): number;
}

export interface RemoteMarketDeps {
  /** The instruments of the feed; one that only the feed or the copy has gets no price here. */
  readonly entries: readonly CatalogueEntry[];
  readonly bus: Bus;
  readonly clock: Clock;
  /** Where the feed stores its candles; the copy only reads. */
  readonly candleStore: CandleStore;
  readonly feeType: FeeType;
  /** Whether the feed knows when its instruments trade. Default: yes. */
  readonly hasSessions?: boolean;
  /**
   * Receives all ticks, also earlier ones that the feed has kept. With a recorder the listeners get each tick, however late:
   * orders are judged by each.
   */
  readonly recorder?: TickRecorder | undefined;
  /** Receives a sentence when prices are missing. */
  readonly report: (sentence: string) => void;
}

const SNAPSHOT_TIMEOUT_MS = 2_000;
const RETRY_MS = 250;
const SILENCE_MS = 3_000;
/** Without a recorder, ticks of a frame that is later than this are not announced one by one: the next frame has come. */
const LATE_MS = 1_000;

type State =
  | { readonly status: 'stopped' }
  /** Frames are kept until all parts of the snapshot are there. */
  | { readonly status: 'asking'; readonly frames: Frame[] }
  | { readonly status: 'live'; readonly epoch: number; readonly n: number };

/** A market that a feed elsewhere publishes on the bus: the same board, moved on by its frames. */
export function createRemoteMarket(deps: RemoteMarketDeps): RemoteMarket {
  const { entries, bus, clock, report } = deps;
  const board = createBoard(entries, deps.candleStore, deps.feeType);
  const { recorder } = deps;
  const copy = createCopy(board, recorder);
  const feedClock = createFeedClock(clock);
  const waiting: (() => void)[] = [];
  let state: State = { status: 'stopped' };
  let highestEpoch = 0;
  let lagMs = 0;
  let leadMs = 0;
  let undo: (() => void)[] = [];

  const isCurrent = (asking: State): boolean => state === asking;

  /** @returns whether the copy is complete, up to the newest frame */
  const ask = async (asking: Extract<State, { status: 'asking' }>): Promise<boolean> => {
    asking.frames.length = 0;
    let first: Frame | undefined;
    let [from, all] = [0, 1];
    while (from < all) {
      const part = await askPart(bus, from, highestEpoch);
      if (part === undefined || !isCurrent(asking)) return false;
      first ??= part;
      if (part.epoch !== first.epoch || part.epoch < highestEpoch) return false;
      [from, all] = copy.set(part);
    }
    if (first === undefined) return false;
    // Before the first snapshot nothing is judged yet.
    const announce = highestEpoch === 0 ? () => {} : board.announcePast;
    if (recorder) await askPast(bus, recorder, all, first, announce);
    if (!isCurrent(asking)) return false;
    recorder?.reach(first.timeMs);
    const n = copy.catchUp(asking.frames, first);
    if (n === undefined) return false;
    highestEpoch = first.epoch;
    state = { status: 'live', epoch: first.epoch, n };
    for (const resolve of waiting.splice(0)) resolve();
    return true;
  };
  const resynchronise = async (): Promise<void> => {
    const asking: State = { status: 'asking', frames: [] };
    state = asking;
    await bus.flush();
    while (isCurrent(asking)) {
      if (await ask(asking)) return;
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
    }
  };
  const synchronise = (): void => {
    if (state.status === 'stopped') return;
    resynchronise().catch((error: unknown) =>
      report(`The prices of the feed can't be read: ${error instanceof Error ? error.message : error}.`),
    );
  };
  const take = (frame: Frame): void => {
    if (frame.epoch < highestEpoch) return;
    highestEpoch = frame.epoch;
    if (frame.kind === 'ticks') leadMs = leadOf(frame);
    const lateMs = feedClock.lateness(frame.timeMs - leadMs);
    lagMs = lateMs;
    if (state.status === 'asking') state.frames.push(frame);
    if (state.status !== 'live') return;
    const isNext = frame.epoch === state.epoch && frame.n === state.n + 1;
    if (!isNext && frame.epoch === state.epoch && frame.n <= state.n) return;
    if (!isNext || frame.kind === 'reset') {
      // Another feed counts from the beginning. Frames of the same one were lost, and with them perhaps other messages.
      if (!isNext && frame.epoch === state.epoch) bus.missed();
      else synchronise();
      return;
    }
    state = { ...state, n: frame.n };
    copy.take(frame, recorder !== undefined || lateMs <= LATE_MS);
  };

  return {
    ...board.view,
    ...(deps.hasSessions === false ? { sessions: () => undefined } : {}),
    now: feedClock.now,
    wall: feedClock.wall,
    lagMs: () => (feedClock.silence() > SILENCE_MS ? feedClock.silence() : lagMs),
    isReady: () => state.status === 'live' && feedClock.silence() <= SILENCE_MS,
    start() {
      state = { status: 'asking', frames: [] };
      undo = [
        bus.subscribe(PRICES.frames, ({ data }) => {
          const frame = readFrame(data);
          if (frame) take(frame);
          else report('A message with prices is dropped: it has another version or is malformed.');
        }),
        bus.onGap(synchronise),
      ];
      const live = new Promise<void>((resolve) => waiting.push(resolve));
      synchronise();
      return live;
    },
    async stop() {
      state = { status: 'stopped' };
      for (const one of undo) one();
      undo = [];
    },
  };
}

async function askPart(bus: Bus, from: number, epoch: number): Promise<Frame | undefined> {
  const answer = await bus.request(PRICES.snapshot, partRequest(from, epoch), SNAPSHOT_TIMEOUT_MS);
  const frame = answer.ok ? readFrame(answer.value) : undefined;
  return frame?.kind === 'snapshot' ? frame : undefined;
}

/** Ticks that were missed. A feed of an earlier version has none. */
async function askPast(
  bus: Bus,
  recorder: TickRecorder,
  count: number,
  { epoch }: Frame,
  announce: (tick: Tick) => void,
): Promise<void> {
  // The feed leaves a request beyond its last instrument without an answer.
  for (let from = 0; from < count; ) {
    const answer = await bus.request(PRICES.past, partRequest(from, epoch), SNAPSHOT_TIMEOUT_MS);
    const frame = answer.ok ? readFrame(answer.value) : undefined;
    if (frame?.kind !== 'ticks' || frame.n <= from) return;
    eachTick(frame, (key, a, points, ask = points) => {
      const [id, timeMs] = [instrumentId(key), frame.timeMs - a];
      if (recorder.take(id, timeMs, points, timeMs, ask))
        announce({ instrumentId: id, close: price(points), ask: price(ask), time: timestampMs(timeMs) });
    });
    from = frame.n;
  }
}

/** Moves a board on by frames. */
function createCopy(board: Board, recorder: TickRecorder | undefined) {
  const places = new Map(board.entries.map(({ id }, at) => [id, at]));
  /** By their index at the feed, which may have others. */
  const placesThere: (number | undefined)[] = [];
  /** The number at which each instrument stood in the snapshot. */
  const numbers = new Float64Array(board.entries.length);
  /** Instruments whose last price the listeners have not received. */
  const unannounced = new Set<number>();

  /** Of a frame of states, of sources, or of what is stored. */
  const follow = (frame: Frame): void => {
    if (frame.kind === 'sources') {
      for (const [source, ids] of sourcesOf(frame) ?? [])
        for (const id of ids) {
          const at = places.get(id);
          if (at !== undefined) board.setSource(at, source);
        }
      return;
    }
    const isNew = (at: number) => frame.n > (numbers[at] ?? 0);
    eachRecord(frame, (key, a, b) => {
      if (frame.kind === 'stored') {
        for (const at of placesThere.slice(key, a)) {
          const series = at === undefined ? undefined : board.series[at];
          if (at !== undefined && series && isNew(at)) followSave(series, b);
        }
        return;
      }
      const at = places.get(key);
      if (at !== undefined && isNew(at)) board.setState(at, stateOf(a, b));
    });
  };
  /** Of a frame of ticks, without a function or an object for a record: nearly all records are ticks. */
  const moveTicks = ({ n, timeMs, count, records }: Frame, tick: Board['take']): void => {
    let ask: number | undefined;
    for (let i = 0; i < count; i++) {
      const key = keyOf(records, i);
      const at = places.get(key);
      if (at !== undefined && n > (numbers[at] ?? 0)) {
        const tickMs = timeMs - aOf(records, i);
        const points = bOf(records, i);
        recorder?.take(instrumentId(key), tickMs, points, timeMs, ask);
        tick(at, tickMs, points, ask);
      }
      ask = key === ASK_KEY ? bOf(records, i) : undefined;
    }
  };
  const move = (frame: Frame, tick: Board['take']): void => {
    recorder?.reach(frame.timeMs);
    if (frame.kind === 'ticks') moveTicks(frame, tick);
    else follow(frame);
  };
  const takeSilently: Board['take'] = (at, timeMs, points, ask) => {
    if (board.takeSilently(at, timeMs, points, ask)) unannounced.add(at);
  };
  return {
    /** Sets the instruments of a part of the snapshot. @returns the index of the next, and how many there are */
    set(part: Frame): readonly [number, number] {
      const placeOf = (id: number) => places.get(id);
      return applySnapshot(board, part, placeOf, (there, at) => {
        placesThere[there] = at;
        if (at === undefined) return;
        numbers[at] = part.n;
        unannounced.add(at);
      });
    },
    /** @returns the number of the last frame; undefined if the prices of one are missing after the snapshot's first part */
    catchUp(frames: readonly Frame[], first: Frame): number | undefined {
      let { n } = first;
      for (const frame of frames) {
        if (frame.epoch > first.epoch) return undefined;
        if (frame.epoch < first.epoch || frame.n <= n) continue;
        if (frame.n !== n + 1 || frame.kind === 'reset') return undefined;
        n = frame.n;
        move(frame, recorder ? board.take : takeSilently);
      }
      return n;
    },
    /** @param isFresh if false, listeners get only the last price, with the next fresh frame */
    take(frame: Frame, isFresh: boolean): void {
      if (isFresh) {
        for (const at of unannounced) board.announce(at);
        unannounced.clear();
      }
      move(frame, isFresh ? board.take : takeSilently);
    },
  };
}
