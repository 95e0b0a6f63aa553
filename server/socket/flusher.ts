import { SOCKET_FLUSH_MS } from '../../shared/limits.ts';
import type { Clock } from '../clock.ts';

/** Gathers changes and sends them in one go. */
export interface Flushable {
  /** @returns whether a subscriber still waits because its buffer is full */
  flush(): boolean;
}

export interface Flusher {
  /** Flushes `topic` once in the next round, however often it is requested until then. */
  request(topic: Flushable): void;
  /** Same after `RETRY_MS`: for subscribers whose buffer is full. */
  requestLater(topic: Flushable): void;
  stop(): void;
}

/** Pause before a client with a full buffer is tried again. */
const RETRY_MS = 100;
/** Work of one slice; orders that have arrived meanwhile are handled before the next one. */
const SLICE_MS = 1;
/** A round is followed by a rest of this many times its work: under load, fewer frames with more in each. */
const REST_FACTOR = 3;
/** From the start of one round to the next, unless the round itself takes longer: prices must be out within 150 ms. */
const MAX_INTERVAL_MS = 40;
/**
 * How long a slice waits for a write to the store. On a machine with few cores the thread that waits for the disk runs
 * only while this one sleeps, but a slow disk must not hold up the prices.
 */
const PATIENCE_MS = 2;

/** The write under way in the store; settles when it is on disk. */
type Write = Promise<void>;

interface Round {
  readonly begunAtMs: number;
  /** Sum over its slices so far. */
  readonly workedMs: number;
}

/** Timing of the rounds; the topics themselves are kept by `createRounds`. */
export type FlushState =
  /** Nothing is requested. The next round begins at `restUntilMs` at the earliest. */
  | { readonly status: 'idle'; readonly restUntilMs: number }
  | { readonly status: 'planned' }
  /** The store writes; when that has settled, one turn of the event loop sends the replies that waited for it. */
  | { readonly status: 'yielding'; readonly round: Round; readonly write: Write | 'settled' }
  /** A slice runs, or the next one is due after a turn of the event loop. */
  | { readonly status: 'serving'; readonly round: Round }
  | { readonly status: 'stopped' };

export type FlushEvent =
  | { readonly type: 'requested' | 'stop' }
  /** The timer has fired. */
  | { readonly type: 'due'; readonly write: Write | undefined }
  | { readonly type: 'written'; readonly write: Write }
  | {
      readonly type: 'served';
      readonly workedMs: number;
      /** Topics of this round that are left. */
      readonly left: number;
      /** Topics requested for the next round. */
      readonly requested: number;
    };

export type FlushEffect =
  /** Replaces the timer; 0 is a turn of the event loop. */
  | { readonly type: 'timer'; readonly delayMs: number }
  | { readonly type: 'cancel-timer' }
  | { readonly type: 'await-write'; readonly write: Write }
  /** Moves the requested topics into this round: later requests belong to the next one. */
  | { readonly type: 'take' }
  | { readonly type: 'serve' };

export interface FlushStep {
  readonly state: FlushState;
  readonly effects: readonly FlushEffect[];
}

/** Flushes what has changed, at most once in `SOCKET_FLUSH_MS`; an idle market costs no timer. */
export function createFlusher(clock: Clock, writing: () => Write | undefined = () => undefined): Flusher {
  const rounds = createRounds(clock, writing, (topic) => {
    if (topic.flush()) requestLater(topic);
  });
  let retries = new Set<Flushable>();
  let cancelRetry: (() => void) | undefined;

  function requestLater(topic: Flushable): void {
    retries.add(topic);
    cancelRetry ??= clock.after(RETRY_MS, () => {
      const topics = retries;
      retries = new Set();
      cancelRetry = undefined;
      for (const one of topics) rounds.request(one);
    });
  }

  return {
    request: rounds.request,
    requestLater,
    stop() {
      rounds.stop();
      cancelRetry?.();
    },
  };
}

/** Pure: the same state, event and time give the same step. */
export function step(state: FlushState, event: FlushEvent, nowMs: number): FlushStep {
  switch (event.type) {
    case 'requested':
      return state.status === 'idle' ? plan(state.restUntilMs, nowMs) : stay(state);
    case 'due':
      return applyDue(state, event.write, nowMs);
    case 'written':
      // A write that was waited for earlier, until patience ran out, is of no interest any more.
      if (state.status !== 'yielding' || state.write !== event.write) return stay(state);
      return { state: { ...state, write: 'settled' }, effects: [{ type: 'timer', delayMs: 0 }] };
    case 'served': {
      if (state.status !== 'serving') return stay(state);
      const { begunAtMs } = state.round;
      const round: Round = { begunAtMs, workedMs: state.round.workedMs + event.workedMs };
      if (event.left > 0)
        return { state: { status: 'serving', round }, effects: [{ type: 'timer', delayMs: 0 }] };
      const restUntilMs = Math.min(nowMs + round.workedMs * REST_FACTOR, begunAtMs + MAX_INTERVAL_MS);
      return event.requested > 0 ? plan(restUntilMs, nowMs) : stay({ status: 'idle', restUntilMs });
    }
    case 'stop':
      return { state: { status: 'stopped' }, effects: [{ type: 'cancel-timer' }] };
  }
}

const stay = (state: FlushState): FlushStep => ({ state, effects: [] });

function plan(restUntilMs: number, nowMs: number): FlushStep {
  // Bounded at both ends: a clock that is set back must not stop the prices.
  const delayMs = Math.max(SOCKET_FLUSH_MS, Math.min(restUntilMs - nowMs, MAX_INTERVAL_MS));
  return { state: { status: 'planned' }, effects: [{ type: 'timer', delayMs }] };
}

function applyDue(state: FlushState, write: Write | undefined, nowMs: number): FlushStep {
  switch (state.status) {
    case 'planned': {
      const begun = yieldTo(write, { begunAtMs: nowMs, workedMs: 0 });
      return { ...begun, effects: [{ type: 'take' }, ...begun.effects] };
    }
    case 'serving':
      return yieldTo(write, state.round);
    case 'yielding':
      return serve(state.round);
    case 'idle':
    case 'stopped':
      return stay(state);
  }
}

function yieldTo(write: Write | undefined, round: Round): FlushStep {
  if (write === undefined) return serve(round);
  return {
    state: { status: 'yielding', round, write },
    effects: [
      { type: 'timer', delayMs: PATIENCE_MS },
      { type: 'await-write', write },
    ],
  };
}

const serve = (round: Round): FlushStep => ({
  state: { status: 'serving', round },
  effects: [{ type: 'serve' }],
});

/** Carries out what `step` decides: holds the topics and the timer, and runs the slices. */
function createRounds(clock: Clock, writing: () => Write | undefined, run: (topic: Flushable) => void) {
  let state: FlushState = { status: 'idle', restUntilMs: 0 };
  let requested = new Set<Flushable>();
  let left: Flushable[] = [];
  let cancel: (() => void) | undefined;

  function dispatch(event: FlushEvent): void {
    const next = step(state, event, clock.steady());
    state = next.state;
    for (const effect of next.effects) carryOut(effect);
  }

  function carryOut(effect: FlushEffect): void {
    switch (effect.type) {
      case 'timer':
        cancel?.();
        cancel = clock.after(effect.delayMs, () => {
          cancel = undefined;
          dispatch({ type: 'due', write: writing() });
        });
        return;
      case 'cancel-timer':
        cancel?.();
        cancel = undefined;
        return;
      case 'await-write': {
        const { write } = effect;
        const settled = () => dispatch({ type: 'written', write });
        write.then(settled, settled);
        return;
      }
      case 'take':
        left = [...requested];
        requested = new Set();
        return;
      case 'serve':
        serveSlice();
    }
  }

  function serveSlice(): void {
    const from = clock.steady();
    const spentMs = () => clock.steady() - from;
    let done = 0;
    for (const topic of left) {
      run(topic);
      done++;
      if (spentMs() >= SLICE_MS) break;
    }
    left = left.slice(done);
    dispatch({ type: 'served', workedMs: spentMs(), left: left.length, requested: requested.size });
  }

  return {
    request(topic: Flushable): void {
      requested.add(topic);
      dispatch({ type: 'requested' });
    },
    stop: () => dispatch({ type: 'stop' }),
  };
}
