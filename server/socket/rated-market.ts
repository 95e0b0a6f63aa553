import type { FastRows } from '../../shared/contract/socket.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { OTHER_ROWS_MS } from '../../shared/limits.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { createAudience, sendSnapshot, type Topic } from './audience.ts';
import type { Flusher } from './flusher.ts';
import type { QuoteChanges } from './quote-changes.ts';
import { createTopicShards, type TopicShards } from './topic-shards.ts';

/**
 * DAY_MARKET for clients that save bytes. The rows on a client's screen come at a rate of its own, all others every two
 * seconds: in a beat, which is one body for everybody.
 */
export interface RatedMarkets {
  /** The topic of all clients with the same params; join it at once. */
  open(params: FastRows): Topic;
  stop(): void;
}

export interface RatedMarketDeps {
  readonly market: Market;
  readonly flusher: Flusher;
  readonly changes: QuoteChanges;
  readonly clock: Clock;
}

export function createRatedMarkets(deps: RatedMarketDeps): RatedMarkets {
  const grids = createGrids(deps.clock);
  const latestBeat = createBeats(deps);
  const groups = new Map<string, TopicShards<Topic>>();
  return {
    open({ rows, hz }) {
      const ids = [...rows].sort((a, b) => a - b).map(instrumentId);
      const key = `${hz}:${ids.join()}`;
      const create = (onIdle: () => void) => {
        const topic = createRatedMarket(ids, deps, latestBeat, () => {
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
  readonly body: Buffer;
}

/** @returns the beat of the present two seconds */
function createBeats({ changes, clock }: RatedMarketDeps): () => Beat {
  const indexNow = () => Math.floor(clock.steady() / OTHER_ROWS_MS);
  let latest: Beat | undefined;
  return () => {
    const index = indexNow();
    if (latest === undefined || latest.index < index) {
      const version = changes.version();
      latest = { index, version, body: changes.since(latest?.version ?? version) };
    }
    return latest;
  };
}

interface RatedMarket extends Topic {
  /** The next frame is due. */
  due(): void;
}

function createRatedMarket(
  ids: readonly InstrumentId[],
  { market, flusher, changes }: RatedMarketDeps,
  latestBeat: () => Beat,
  onIdle: () => void,
): RatedMarket {
  const audience = createAudience();
  let beat = latestBeat();
  /** Version of the rows that were sent last. */
  let sent = changes.version();
  let isDue = false;

  /** A beat is sent before later rows: prices must not go back. It contains the rows on the screen as well. */
  function sendChanges(ts: number): void {
    const before = beat;
    beat = latestBeat();
    if (beat.index > before.index) {
      if (beat.index > before.index + 1) audience.outdate();
      else if (beat.version > before.version) audience.send(beat.body, ts, 'state');
      sent = Math.max(sent, beat.version);
    } else if (isDue) {
      const rows = changes.sinceOf(ids, sent);
      if (rows !== undefined) audience.send(rows, ts, 'state');
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
      const waiting = audience.waiting();
      if (waiting.length > 0) {
        const all = changes.all();
        for (const one of waiting) sendSnapshot(one, all, ts);
      }
      return audience.isBehind();
    },
  };
  return topic;
}

/**
 * One timer for each rate. It fires on a grid that begins at the epoch, so that every beat, a whole number of seconds,
 * is on all grids: the frame of that moment is the beat.
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
