import { SOCKET_FLUSH_MS } from '../../shared/limits.ts';
import type { Clock } from '../clock.ts';

/** Something that gathers changes and sends them in one go. */
export interface Flushable {
  /** @returns whether somebody is still to be served, who had no room */
  flush(): boolean;
}

export interface Flusher {
  /** Has `topic` flushed within the next interval, however often it is asked. */
  request(topic: Flushable): void;
  /** The same after a while: for who can't be served now. */
  requestLater(topic: Flushable): void;
  stop(): void;
}

/** How long a client without room is left alone before it is looked at again. */
const RETRY_MS = 100;
/** Work in one go; after it, orders that have come in meanwhile are dealt with first. */
const SLICE_MS = 1;
/** A round that was much work is followed by a rest of so many times its length: fewer frames, with more in each. */
const REST_FACTOR = 3;
/** From one round to the next, unless the round itself takes as long: prices must be out within 150 ms. */
const MAX_INTERVAL_MS = 40;

/** Settles when what is being stored is stored; undefined when nothing is. */
type Writing = () => Promise<void> | undefined;

/**
 * How long a slice waits for what is being stored: on a machine of few cores, the thread that waits for the disk gets one
 * only while this one sleeps. A slow disk must not hold up the prices.
 */
const PATIENCE_MS = 2;

/** Flushes what has changed, at most once in `SOCKET_FLUSH_MS`; an idle market costs no timer. */
export function createFlusher(clock: Clock, writing: Writing = () => undefined): Flusher {
  const due = createRounds(clock, writing, (topic) => {
    if (topic.flush()) later.add(topic);
  });
  const later = createGathering(clock, RETRY_MS, (topics) => {
    for (const topic of topics) due.add(topic);
  });
  return {
    request: due.add,
    requestLater: later.add,
    stop() {
      due.stop();
      later.stop();
    },
  };
}

/** Gathers topics for `delayMs` from the first on. */
function createGathering(clock: Clock, delayMs: number, take: (topics: readonly Flushable[]) => void) {
  let gathered = new Set<Flushable>();
  let cancel: (() => void) | undefined;
  function hand(): void {
    cancel = undefined;
    const topics = [...gathered];
    gathered = new Set();
    take(topics);
  }
  return {
    add(topic: Flushable): void {
      gathered.add(topic);
      cancel ??= clock.after(delayMs, hand);
    },
    stop: () => cancel?.(),
  };
}

/** Runs what was gathered in slices. What is asked for meanwhile is in the next round, after a rest. */
function createRounds(clock: Clock, writing: Writing, run: (topic: Flushable) => void) {
  let gathered = new Set<Flushable>();
  let left: Flushable[] = [];
  let begunAt = 0;
  let workedMs = 0;
  let restUntil = 0;
  /** Of the round that runs or is to come. */
  let cancel: (() => void) | undefined;

  function plan(): void {
    // Bounded at both ends: a clock that is set back must not stop the prices.
    const rest = Math.min(restUntil - clock.now(), MAX_INTERVAL_MS);
    cancel = clock.after(Math.max(SOCKET_FLUSH_MS, rest), begin);
  }

  function begin(): void {
    begunAt = clock.now();
    left = [...gathered];
    gathered = new Set();
    giveWay();
  }

  /** Lets a write that is under way get to the disk first, and its answer out. */
  function giveWay(): void {
    const write = writing();
    if (write === undefined) {
      serve();
      return;
    }
    let isWaiting = true;
    const stop = clock.after(PATIENCE_MS, () => {
      isWaiting = false;
      serve();
    });
    cancel = () => {
      isWaiting = false;
      stop();
    };
    // After a turn of the loop, in which the answer goes out.
    const goOn = () => {
      if (!isWaiting) return;
      stop();
      cancel = clock.after(0, serve);
    };
    write.then(goOn, goOn);
  }

  function serve(): void {
    const from = clock.now();
    const spent = () => clock.now() - from;
    let done = 0;
    for (const topic of left) {
      run(topic);
      done++;
      if (spent() >= SLICE_MS) break;
    }
    left = left.slice(done);
    workedMs += spent();
    if (left.length > 0) cancel = clock.after(0, giveWay);
    else end();
  }

  function end(): void {
    restUntil = Math.min(clock.now() + workedMs * REST_FACTOR, begunAt + MAX_INTERVAL_MS);
    workedMs = 0;
    cancel = undefined;
    if (gathered.size > 0) plan();
  }

  return {
    add(topic: Flushable): void {
      gathered.add(topic);
      if (cancel === undefined) plan();
    },
    stop: () => cancel?.(),
  };
}
