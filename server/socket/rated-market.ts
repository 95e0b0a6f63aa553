import type { FastRows } from '../../shared/contract/socket.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { OTHER_ROWS_MS } from '../../shared/limits.ts';
import type { PointsRow } from '../../shared/stream/delta-frame.ts';
import type { Clock } from '../clock.ts';
import { createAudience, sendSnapshots, type Topic } from './audience.ts';
import type { FrameParams, MarketFrames } from './market-frames.ts';
import type { DayMarketDeps } from './market-topics.ts';
import { createTopicShards, type TopicShards } from './topic-shards.ts';

/**
 * DAY_MARKET for clients that save bytes. The rows on a client's screen come at a rate of its own, all others every two
 * seconds or less often: in a beat, the same rows for everybody with beats of that length.
 */
export interface RatedMarkets {
  /** The topic of all clients with the same params; join it at once. */
  open(params: FastRows & FrameParams): Topic;
  stop(): void;
}

export interface RatedMarketDeps extends DayMarketDeps {
  readonly clock: Clock;
  readonly framesFor: (params: FrameParams) => MarketFrames;
}

export function createRatedMarkets(deps: RatedMarketDeps): RatedMarkets {
  const grids = createGrids(deps.clock);
  /** By their seconds. */
  const beats = new Map<number, () => Beat>();
  const groups = new Map<string, TopicShards<Topic>>();
  return {
    open({ rows, hz, beat = Math.max(OTHER_ROWS_MS / 1_000, 1 / hz), ...params }) {
      const ids = [...rows].sort((a, b) => a - b).map(instrumentId);
      const key = `${hz}:${beat}:${params.ask ?? ''}:${params.format ?? ''}:${ids.join()}`;
      const create = (onIdle: () => void) => {
        const frames = deps.framesFor(params);
        const latestBeat = getOrCreate(beats, beat, () => createBeats(deps, beat * 1_000));
        const topic = createRatedMarket({ ...deps, ids, frames, latestBeat }, () => {
          leave();
          onIdle();
        });
        const leave = grids.join(hz, topic.due);
        return topic;
      };
      const group = groups.get(key) ?? createTopicShards(create, () => groups.delete(key));
      groups.set(key, group);
      return group.open();
    },
    stop: grids.stop,
  };
}

/** All rows that changed between two beats. */
interface Beat {
  readonly index: number;
  readonly version: number;
  readonly rows: readonly PointsRow[];
}

/** @returns the beat of the present `beatMs` */
function createBeats({ changes, clock }: RatedMarketDeps, beatMs: number): () => Beat {
  const indexNow = () => Math.floor(clock.steady() / beatMs);
  let latest: Beat | undefined;
  return () => {
    const index = indexNow();
    if (latest === undefined || latest.index < index) {
      const version = changes.version();
      latest = { index, version, rows: changes.since(latest?.version ?? version) };
    }
    return latest;
  };
}

interface RatedMarket extends Topic {
  /** The next frame is due. */
  due(): void;
}

interface RatedMarketOptions extends DayMarketDeps {
  readonly ids: readonly InstrumentId[];
  readonly frames: MarketFrames;
  readonly latestBeat: () => Beat;
}

function createRatedMarket(
  { market, flusher, changes, ids, frames, latestBeat }: RatedMarketOptions,
  onIdle: () => void,
): RatedMarket {
  const audience = createAudience();
  let beat = latestBeat();
  /** Version of the rows that were sent last. */
  let sent = changes.version();
  let isDue = false;

  function send(rows: readonly PointsRow[], ts: number): void {
    const body = frames.changes(rows, ts);
    if (body !== undefined) audience.send(body, ts, 'state');
  }

  /** A beat is sent before later rows: prices must not go back. It contains the rows on the screen as well. */
  function sendChanges(ts: number): void {
    const before = beat;
    beat = latestBeat();
    if (beat.index > before.index) {
      if (beat.index > before.index + 1) audience.outdate();
      else if (beat.version > before.version) send(beat.rows, ts);
      sent = Math.max(sent, beat.version);
    } else if (isDue) {
      const rows = changes.sinceOf(ids, sent);
      if (rows !== undefined) send(rows, ts);
      sent = changes.version();
    }
    isDue = false;
  }

  const topic: RatedMarket = {
    audience,
    onIdle,
    due() {
      isDue = true;
      flusher.request(topic);
    },
    flush() {
      const ts = market.wall();
      sendChanges(ts);
      sendSnapshots(audience, () => frames.snapshot(changes.all(), ts), ts);
      return audience.isBehind();
    },
  };
  return topic;
}

/**
 * One timer for each rate. It fires on a grid that begins at the epoch, so that every beat, a whole number of seconds,
 * is on all grids of a frame a second or more: the frame of that moment is the beat. With slower ones it is the next frame.
 */
function createGrids(clock: Clock) {
  const grids = new Map<number, { readonly members: Set<() => void>; cancel: () => void }>();

  function start(hz: number) {
    const members = new Set<() => void>();
    const grid = { members, cancel: () => {} };
    const pointNow = () => Math.floor((clock.steady() * hz) / 1_000);
    let last = pointNow();
    const arm = () => {
      const delayMs = Math.ceil(((pointNow() + 1) * 1_000) / hz - clock.steady());
      grid.cancel = clock.after(Math.max(1, delayMs), () => {
        // A timer may fire a moment early.
        if (pointNow() > last) for (const due of members) due();
        last = pointNow();
        arm();
      });
    };
    arm();
    grids.set(hz, grid);
    return grid;
  }

  return {
    /** @returns leaves; the timer ends with the last member */
    join(hz: number, due: () => void): () => void {
      const grid = grids.get(hz) ?? start(hz);
      grid.members.add(due);
      return () => {
        grid.members.delete(due);
        if (grid.members.size > 0) return;
        grid.cancel();
        grids.delete(hz);
      };
    },
    stop() {
      for (const { cancel } of grids.values()) cancel();
    },
  };
}
