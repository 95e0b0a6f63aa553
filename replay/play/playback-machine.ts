import type { ReplayCommand, ReplaySpeed, ReplayState } from '../../shared/bridge/recording.ts';

/*
 * Whether and how a replay goes on: a pure step over its client, its file and the commands of the page. player.ts feeds
 * it events and carries out the effects. Nothing here knows records or the clock.
 */

interface Controls {
  /** `stepping`: takes records at once, up to the next received frame. */
  readonly mode: 'playing' | 'paused' | 'stepping';
  readonly speed: ReplaySpeed;
}

export type PlaybackState =
  /** On the way to the requested start; `next` is the status that follows. */
  | (Controls & { readonly status: 'seeking'; readonly next: 'waiting' | 'running' })
  /** At the start; no client is there yet. */
  | (Controls & { readonly status: 'waiting' })
  | (Controls & { readonly status: 'running' })
  /** The last record was taken. */
  | (Controls & { readonly status: 'ended' })
  | { readonly status: 'stopped' };

export type PlaybackEvent =
  /** The player decides where to stop. */
  | Exclude<ReplayCommand, { readonly kind: 'stopAt' }>
  /** A client is there. */
  | { readonly kind: 'used' }
  /** The requested start is reached. */
  | { readonly kind: 'reached' }
  /** A received frame was taken. */
  | { readonly kind: 'frame' }
  /** There are no more records. */
  | { readonly kind: 'finished' }
  | { readonly kind: 'stop' };

export type PlaybackEffect =
  /** Set the clock's pace to `paceOf` and check what is due. */
  | 'pace'
  /** Publish `shownState`. */
  | 'report'
  /** Nothing more comes. */
  | 'end'
  /** Release the file. */
  | 'close';

interface PlaybackStep {
  readonly state: PlaybackState;
  readonly effects: readonly PlaybackEffect[];
}

/** The next state and the effects to carry out, in their order. Pure. */
export function stepPlayback(state: PlaybackState, event: PlaybackEvent): PlaybackStep {
  if (state.status === 'stopped') return stay(state);
  switch (event.kind) {
    case 'stop':
      return { state: { status: 'stopped' }, effects: ['close', 'pace'] };
    case 'finished':
      return { state: { ...state, status: 'ended' }, effects: ['end', 'pace', 'report'] };
    case 'reached':
      return state.status === 'seeking'
        ? changed({ status: state.next, mode: state.mode, speed: state.speed })
        : stay(state);
    case 'frame':
      return state.status === 'running' && state.mode === 'stepping'
        ? changed({ ...state, mode: 'paused' })
        : stay(state);
    case 'used': {
      const next = begun(state);
      return next === state ? stay(state) : changed(next);
    }
  }
  if (state.status === 'ended') return stay(state);
  switch (event.kind) {
    case 'speed':
      return event.speed === 'max' || event.speed > 0
        ? changed({ ...state, speed: event.speed })
        : stay(state);
    case 'pause':
      return changed({ ...state, mode: 'paused' });
    case 'play':
      return changed(begun({ ...state, mode: 'playing' }));
    case 'step':
      return changed(begun({ ...state, mode: 'stepping' }));
  }
}

const stay = (state: PlaybackState): PlaybackStep => ({ state, effects: [] });

/** The page learns about a seeking replay when it has reached its start. */
const changed = (state: PlaybackState): PlaybackStep => ({
  state,
  effects: state.status === 'seeking' ? ['pace'] : ['pace', 'report'],
});

/** A client, or a command that needs none, starts the replay. */
function begun(state: PlaybackState): PlaybackState {
  if (state.status === 'seeking') return { ...state, next: 'running' };
  return state.status === 'waiting' ? { ...state, status: 'running' } : state;
}

/** The clock's factor to real time. */
export function paceOf(state: PlaybackState): number {
  if (state.status !== 'running' || state.mode !== 'playing') return 0;
  return state.speed === 'max' ? Number.POSITIVE_INFINITY : state.speed;
}

/** The state to publish; undefined while the replay is seeking or stopped. */
export function shownState(state: PlaybackState, atMs: number): ReplayState | undefined {
  if (state.status === 'seeking' || state.status === 'stopped') return undefined;
  const status = state.status === 'ended' ? 'ended' : state.mode === 'playing' ? 'playing' : 'paused';
  return { status, atMs, speed: state.speed };
}
