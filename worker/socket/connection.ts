import { type Observable, Subject } from 'rxjs';
import type { Tap } from '../../replay/record/recorder.ts';
import type { PageEvent } from '../../shared/bridge/worker-api.ts';
import { PING } from '../../shared/contract/socket.ts';
import { forwardClock } from '../../shared/forward-clock.ts';
import type { Env, SocketLink } from '../env.ts';
import { type Effect, INITIAL, type MachineEvent, type MachineState, nextDeadline, step } from './machine.ts';

/*
 * The only socket: the pure machine (machine.ts), what carries it out (here), and the subscriptions of a connection
 * (topics.ts). streams/inbox.ts reads it. What frames mean, orders and the page must not come in.
 */

/** What a frame takes besides its content: the heads of IP, TCP, TLS and the frame. A text counts as unpacked. */
const PACKET_BYTES = 76;

/** A received frame. */
export interface Incoming {
  /** A text, or the bytes of a market frame. */
  readonly data: string | Uint8Array;
  /** Wall clock, epoch ms. */
  readonly nowMs: number;
  /** Clock of `performance`, epoch ms. */
  readonly receivedAtMs: number;
}

/** The only socket: runs the machine's effects. */
export interface Connection {
  readonly states$: Observable<MachineState>;
  /** Frames of the current generation only. */
  readonly incoming$: Observable<Incoming>;
  state(): MachineState;
  /** Safe to call again. */
  start(): void;
  /** The clock of `state()`, which never goes back. */
  now(): number;
  page(event: PageEvent): void;
  /** Dropped unless the link is open: the sender must repeat it after the next opening. */
  send(text: string): void;
  /** Since the start: connections opened, frames received, the time spent on them, and bytes either way. */
  work(): {
    readonly opened: number;
    readonly frames: number;
    readonly busyMs: number;
    readonly bytes: number;
  };
}

export function createConnection(env: Env, url: string, tap: Tap): Connection {
  const states$ = new Subject<MachineState>();
  const incoming$ = new Subject<Incoming>();
  const clock = forwardClock(env.now);
  let state = INITIAL;
  let socket: SocketLink | undefined;
  let isOpen = false;
  const work = { opened: 0, frames: 0, busyMs: 0, bytes: 0 };
  const alarm = createAlarm(env, clock, () => dispatch({ type: 'check' }));

  function dispatch(event: MachineEvent): void {
    const before = state;
    const { state: after, effects } = step(state, event, clock(), env.random());
    state = after;
    for (const effect of effects) run(effect);
    alarm(nextDeadline(state));
    // Signs of life are many, and change nothing for listeners, unless a deadline was over when they came.
    const isTold = event.type !== 'received' || before.link.status !== state.link.status;
    if (before !== state && isTold) states$.next(state);
  }

  function run(effect: Effect): void {
    switch (effect.type) {
      case 'open':
        socket = openSocket(effect.generation);
        break;
      case 'close':
        socket?.close();
        socket = undefined;
        ended();
        break;
      case 'ping':
        say(PING);
        break;
    }
  }

  function say(text: string): void {
    tap.sent(text);
    socket?.send(text);
    work.bytes += text.length + PACKET_BYTES;
  }

  function take(data: Incoming['data']): void {
    const receivedAtMs = env.monotonic();
    incoming$.next({ data, nowMs: env.now(), receivedAtMs });
    work.frames++;
    work.bytes += data.length + PACKET_BYTES;
    work.busyMs += env.monotonic() - receivedAtMs;
  }

  function ended(code?: number): void {
    if (isOpen) tap.closed(code);
    isOpen = false;
  }

  function openSocket(generation: number): SocketLink {
    const isCurrent = () => generation === state.generation;
    return env.openSocket(url, {
      opened() {
        if (isCurrent()) tap.opened();
        work.opened++;
        isOpen ||= isCurrent();
        dispatch({ type: 'opened', generation });
      },
      message(data) {
        if (!isCurrent()) return;
        dispatch({ type: 'received', generation });
        // A check inside dispatch may have dropped this socket.
        if (isCurrent() && state.link.status === 'open') take(data);
      },
      closed(code) {
        if (isCurrent()) ended(code);
        dispatch({ type: 'closed', generation });
      },
    });
  }

  return {
    states$,
    incoming$,
    state: () => state,
    now: clock,
    work: () => work,
    start: () => dispatch({ type: 'start' }),
    page: (event) => dispatch({ type: 'page', event }),
    send(text) {
      dispatch({ type: 'check' });
      if (state.link.status === 'open') say(text);
    },
  };
}

/** Keeps one timer for the next deadline. */
function createAlarm(env: Env, clock: () => number, ring: () => void): (dueMs: number | undefined) => void {
  let armed: { readonly dueMs: number; readonly cancel: () => void } | undefined;
  return (dueMs) => {
    if (armed?.dueMs === dueMs) return;
    armed?.cancel();
    armed = undefined;
    if (dueMs === undefined) return;
    const cancel = env.after(Math.max(0, dueMs - clock()), () => {
      armed = undefined;
      ring();
    });
    armed = { dueMs, cancel };
  };
}
