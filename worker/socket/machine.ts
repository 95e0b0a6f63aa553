import type { PageEvent } from '../../shared/bridge/worker-api.ts';
import {
  CONNECT_TIMEOUT_MS,
  HEARTBEAT_MS,
  HIDDEN_CLOSE_MS,
  MAX_MISSED_HEARTBEATS,
  STABLE_AFTER_MS,
} from '../../shared/limits.ts';
import { backoffMs, wakeMs } from './backoff.ts';

/** The state of the only socket. `failures`: failed attempts since the last stable connection. */
type LinkState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly failures: number; readonly deadlineMs: number }
  | {
      readonly status: 'open';
      readonly failures: number;
      readonly openedAtMs: number;
      readonly receivedAtMs: number;
      /** Pings since the last sign of life. */
      readonly unanswered: number;
      /** Deadline of the last ping, and time of the next one. */
      readonly pingDueMs: number;
    }
  | { readonly status: 'waiting'; readonly failures: number; readonly retryAtMs: number }
  /** No connection is wanted: the page is hidden or frozen. */
  | { readonly status: 'paused'; readonly failures: number };

export interface MachineState {
  readonly link: LinkState;
  /** Number of the newest socket; events of older ones are ignored. */
  readonly generation: number;
  readonly visibility:
    | { readonly status: 'visible' }
    | { readonly status: 'hidden'; readonly sinceMs: number };
  readonly frozen: boolean;
  readonly network: 'online' | 'offline';
}

export type MachineEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened' | 'received' | 'closed'; readonly generation: number }
  /** Time may have passed: sent by the timer, and before every send. */
  | { readonly type: 'check' }
  | { readonly type: 'page'; readonly event: PageEvent };

export type Effect = { readonly type: 'open' | 'close' | 'ping'; readonly generation: number };

export interface Step {
  readonly state: MachineState;
  readonly effects: readonly Effect[];
}

export const INITIAL: MachineState = {
  link: { status: 'idle' },
  generation: 0,
  visibility: { status: 'visible' },
  frozen: false,
  network: 'online',
};

/** Pure: the same state, event, time and random number give the same step. Deadlines are judged before the event. */
export function step(state: MachineState, event: MachineEvent, nowMs: number, random: number): Step {
  const judged = judge(state, nowMs, random);
  const after = apply(judged.state, event, nowMs, random);
  return { state: after.state, effects: [...judged.effects, ...after.effects] };
}

/** When `step` must be called at the latest; undefined when nothing is due. */
export function nextDeadline({ link, visibility }: MachineState): number | undefined {
  const hiddenDue =
    visibility.status === 'hidden' ? visibility.sinceMs + HIDDEN_CLOSE_MS : Number.POSITIVE_INFINITY;
  switch (link.status) {
    case 'connecting':
      return Math.min(link.deadlineMs, hiddenDue);
    case 'open':
      return Math.min(link.pingDueMs, hiddenDue);
    case 'waiting':
      return link.retryAtMs;
    case 'idle':
    case 'paused':
      return undefined;
  }
}

const stay = (state: MachineState): Step => ({ state, effects: [] });
const isWanted = (state: MachineState): boolean => state.visibility.status === 'visible' && !state.frozen;

function judge(state: MachineState, nowMs: number, random: number): Step {
  const { link, visibility, generation } = state;
  const isUp = link.status === 'open' || link.status === 'connecting';
  if (isUp && visibility.status === 'hidden' && nowMs - visibility.sinceMs >= HIDDEN_CLOSE_MS)
    return pause(state);
  if (link.status === 'connecting' && nowMs >= link.deadlineMs) return lose(state, nowMs, random);
  if (link.status === 'waiting' && nowMs >= link.retryAtMs) return connect(state, nowMs);
  if (link.status !== 'open' || nowMs < link.pingDueMs) return stay(state);
  // The last ping's own deadline is over: only now may it count as unanswered.
  if (link.unanswered > MAX_MISSED_HEARTBEATS) return lose(state, nowMs, random);
  return {
    state: { ...state, link: { ...link, unanswered: link.unanswered + 1, pingDueMs: nowMs + HEARTBEAT_MS } },
    effects: [{ type: 'ping', generation }],
  };
}

function apply(state: MachineState, event: MachineEvent, nowMs: number, random: number): Step {
  const { link } = state;
  switch (event.type) {
    case 'check':
      return stay(state);
    case 'start':
      if (link.status !== 'idle') return stay(state);
      return isWanted(state)
        ? connect(state, nowMs)
        : stay({ ...state, link: { status: 'paused', failures: 0 } });
    case 'page':
      return applyPage(state, event.event, nowMs, random);
    case 'opened':
      if (event.generation !== state.generation || link.status !== 'connecting') return stay(state);
      return stay({
        ...state,
        link: {
          status: 'open',
          failures: link.failures,
          openedAtMs: nowMs,
          receivedAtMs: nowMs,
          unanswered: 0,
          pingDueMs: nowMs + HEARTBEAT_MS,
        },
      });
    case 'received':
      if (event.generation !== state.generation || link.status !== 'open') return stay(state);
      return stay({ ...state, link: { ...link, receivedAtMs: nowMs, unanswered: 0 } });
    case 'closed':
      if (event.generation !== state.generation) return stay(state);
      return link.status === 'open' || link.status === 'connecting'
        ? lose(state, nowMs, random)
        : stay(state);
  }
}

function applyPage(state: MachineState, event: PageEvent, nowMs: number, random: number): Step {
  switch (event) {
    case 'visible':
      return wake({ ...state, visibility: { status: 'visible' }, frozen: false }, nowMs, random);
    case 'resume':
    case 'pageshow':
      return wake({ ...state, frozen: false }, nowMs, random);
    case 'hidden': {
      if (state.visibility.status === 'hidden') return stay(state);
      const hidden: MachineState = { ...state, visibility: { status: 'hidden', sinceMs: nowMs } };
      return hidden.link.status === 'waiting' ? pause(hidden) : stay(hidden);
    }
    // A frozen page loses its socket silently, and an open socket keeps a page out of the back-forward cache.
    case 'freeze':
    case 'pagehide':
      return state.link.status === 'idle'
        ? stay({ ...state, frozen: true })
        : pause({ ...state, frozen: true });
    case 'online':
      return wake(dropped({ ...state, network: 'online' }, ['connecting']), nowMs, random);
    // Some phones report offline while a local server is reachable: drop the link, but keep trying.
    case 'offline':
      return wake(dropped({ ...state, network: 'offline' }, ['connecting', 'open']), nowMs, random);
  }
}

/** Closes the link if it is in one of `states`, so that `wake` reconnects. */
function dropped(state: MachineState, states: readonly LinkState['status'][]): Step {
  const { link, generation } = state;
  if (link.status === 'idle' || !states.includes(link.status)) return stay(state);
  return {
    state: { ...state, link: { status: 'paused', failures: link.failures } },
    effects: [{ type: 'close', generation }],
  };
}

/** An event of the phone: try soon, and trust an open link only if it had a recent sign of life. */
function wake(from: MachineState | Step, nowMs: number, random: number): Step {
  const { state, effects } = 'effects' in from ? from : stay(from);
  const { link, generation } = state;
  if (!isWanted(state)) return { state: link.status === 'waiting' ? pause(state).state : state, effects };
  const soon = (failures: number, latest: number): LinkState => ({
    status: 'waiting',
    failures,
    retryAtMs: Math.min(latest, nowMs + wakeMs(random)),
  });
  if (link.status === 'paused')
    return { state: { ...state, link: soon(link.failures, Number.POSITIVE_INFINITY) }, effects };
  if (link.status === 'waiting')
    return { state: { ...state, link: soon(link.failures, link.retryAtMs) }, effects };
  if (link.status !== 'open') return { state, effects };
  if (nowMs - link.receivedAtMs > 2 * HEARTBEAT_MS) {
    return {
      state: { ...state, link: soon(link.failures, Number.POSITIVE_INFINITY) },
      effects: [...effects, { type: 'close', generation }],
    };
  }
  if (link.unanswered > 0) return { state, effects };
  return {
    state: { ...state, link: { ...link, unanswered: 1, pingDueMs: nowMs + HEARTBEAT_MS } },
    effects: [...effects, { type: 'ping', generation }],
  };
}

function connect(state: MachineState, nowMs: number): Step {
  const failures = state.link.status === 'waiting' ? state.link.failures : 0;
  if (!isWanted(state)) return stay({ ...state, link: { status: 'paused', failures } });
  const generation = state.generation + 1;
  return {
    state: {
      ...state,
      generation,
      link: { status: 'connecting', failures, deadlineMs: nowMs + CONNECT_TIMEOUT_MS },
    },
    effects: [{ type: 'open', generation }],
  };
}

function lose(state: MachineState, nowMs: number, random: number): Step {
  const { link, generation } = state;
  const before = 'failures' in link ? link.failures : 0;
  const wasStable = link.status === 'open' && nowMs - link.openedAtMs >= STABLE_AFTER_MS;
  const failures = wasStable ? 1 : before + 1;
  return {
    state: {
      ...state,
      link: isWanted(state)
        ? { status: 'waiting', failures, retryAtMs: nowMs + backoffMs(failures, random) }
        : { status: 'paused', failures },
    },
    effects: [{ type: 'close', generation }],
  };
}

function pause(state: MachineState): Step {
  const { link, generation } = state;
  const failures = 'failures' in link ? link.failures : 0;
  const isUp = link.status === 'open' || link.status === 'connecting';
  return {
    state: { ...state, link: { status: 'paused', failures } },
    effects: isUp ? [{ type: 'close', generation }] : [],
  };
}
