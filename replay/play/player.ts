import { BehaviorSubject } from 'rxjs';
import type { ReplayCommand, ReplaySpeed, ReplayState } from '../../shared/bridge/recording.ts';
import type { ReadFailure } from '../fold/recording-reader.ts';
import type { RecordEntry, RecordingHeader } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import {
  type PlaybackEffect,
  type PlaybackEvent,
  type PlaybackState,
  paceOf,
  shownState,
  stepPlayback,
} from './playback-machine.ts';
import { createRecords } from './records.ts';
import { SLICE_MS } from './sliced.ts';
import { createVirtualTime, type RealTime, type VirtualTime } from './virtual-time.ts';

/**
 * Plays a recording on its own clock. It stops only at whole milliseconds, and then everything up to there was
 * taken: a moment is the same whether it was played, stepped or jumped to.
 */
export interface Player {
  readonly state$: BehaviorSubject<ReplayState>;
  readonly time: VirtualTime;
  /** Undefined if the file is not a recording. */
  readonly header: Promise<RecordingHeader | undefined>;
  /** Resolves once a client can connect; false if the file is not a recording. */
  readonly ready: Promise<boolean>;
  /** Starts playing: a client is there. What comes before the requested start is played to a connection alone. */
  begin(use?: 'connection' | 'call'): void;
  steer(command: ReplayCommand): void;
  /** Where the file is malformed, once playing has reached it. */
  failure(): ReadFailure | undefined;
  stop(): void;
}

export interface PlayerOptions {
  readonly source: TextSource;
  readonly real: RealTime;
  /** Where the replay starts. */
  readonly atMs: number;
  /** Where its client connects, at most `atMs`: up to there records are taken at once, and then played, as fast as possible. */
  readonly fromMs?: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
  readonly stopAtMs?: number | undefined;
  readonly take: (entry: RecordEntry) => void;
  /** Called after the last record. */
  readonly onEnd: () => void;
}

/** Time between two reports of the position. */
const REPORT_MS = 200;
/** Upper bound of the promises between a call of the engine and its request. */
const SETTLE_TURNS = 32;

export function createPlayer(options: PlayerOptions): Player {
  const { real, take, atMs, fromMs = atMs } = options;
  const records = createRecords(options.source);
  const header = records.header();
  const state$ = new BehaviorSubject<ReplayState>({ status: 'seeking' });
  let state: PlaybackState = {
    status: 'seeking',
    next: 'waiting',
    mode: options.isPaused ? 'paused' : 'playing',
    speed: options.speed,
  };
  /** The moment to pause at; Infinity: none is set. */
  let stopMs = options.stopAtMs ?? Number.POSITIVE_INFINITY;
  let reportedMs = Number.NEGATIVE_INFINITY;
  /** Whether everything up to the moment of a pause was taken. */
  let isStill = false;
  const pauses = createPauses(real);
  const time = createVirtualTime(real, fromMs, pauses.wake);

  function send(event: PlaybackEvent): void {
    const { state: next, effects } = stepPlayback(state, event);
    state = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: PlaybackEffect): void {
    switch (effect) {
      case 'pace':
        isStill = false;
        time.setPace(paceOf(state));
        pauses.wake();
        return;
      case 'report':
        // A pause is reported where it stands still.
        if (!isPausing()) report();
        return;
      case 'end':
        options.onEnd();
        return;
      case 'close':
        records.close();
    }
  }

  function report(): void {
    const shown = shownState(state, time.at());
    if (shown === undefined) return;
    reportedMs = real.monotonic();
    state$.next(shown);
  }

  function reportIfDue(): void {
    if (real.monotonic() - reportedMs >= REPORT_MS) report();
  }

  /** Yields to other tasks when it is time. */
  async function breathe(): Promise<void> {
    if (!pauses.isDue()) return;
    reportIfDue();
    await pauses.sleep(0);
  }

  /** Waits until all pending work has finished before the clock advances. */
  async function settle(): Promise<void> {
    do {
      await time.released();
      for (let turn = 0; turn < SETTLE_TURNS; turn++) await undefined;
    } while (time.isHeld());
  }

  const isPausing = (): boolean => state.status === 'running' && state.mode === 'paused';

  /** The moment that is not passed in this state. */
  function limitMs(): number {
    if (state.status === 'seeking') return atMs;
    return isPausing() ? Math.ceil(time.at()) : stopMs;
  }

  async function load(): Promise<RecordEntry | undefined> {
    const next = await records.peek();
    if (next !== undefined) time.setHorizon(Math.min(next.at, limitMs()));
    return next;
  }

  function takeNext(entry: RecordEntry): void {
    records.drop();
    time.setHorizon(Number.NEGATIVE_INFINITY);
    take(entry);
    if (entry.kind === 'in') send({ kind: 'frame' });
  }

  /** Takes everything up to where the client connects. */
  async function readUp(): Promise<void> {
    while (fromMs > 0 && state.status !== 'stopped') {
      const next = await load();
      if (next === undefined || next.at > fromMs) return;
      takeNext(next);
      await breathe();
    }
  }

  function runDue(due: number, entry: RecordEntry | undefined): void {
    time.moveTo(due);
    const release = time.hold();
    try {
      if (time.nextDue() <= due) time.runNext();
      else if (entry !== undefined) takeNext(entry);
    } catch (error) {
      // Like a browser timer: report the error and continue.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      release();
    }
  }

  /** Everything up to the moment is taken; nothing later is. */
  function arrive(limit: number): void {
    time.moveTo(limit);
    if (state.status === 'seeking') send({ kind: 'reached' });
    else if (isPausing()) {
      isStill = true;
      report();
    } else {
      stopMs = Number.POSITIVE_INFINITY;
      send({ kind: 'pause' });
    }
  }

  function steer(command: ReplayCommand): void {
    if (command.kind === 'stopAt') {
      const { atMs } = command;
      stopMs = atMs === undefined || atMs <= time.at() ? Number.POSITIVE_INFINITY : atMs;
      pauses.wake();
    } else send(command);
  }

  /** Real ms until the next record or timer; infinite while the replay stands still. */
  function waitMs(due: number): number {
    if (state.status === 'seeking') return state.next === 'running' ? 0 : Number.POSITIVE_INFINITY;
    if (state.status !== 'running' || isStill) return Number.POSITIVE_INFINITY;
    return state.mode === 'playing' ? time.waitMs(due) : 0;
  }

  async function play(): Promise<void> {
    for (;;) {
      await settle();
      const next = state.status === 'stopped' ? undefined : await load();
      // A jump to the end has yet to get there.
      if (next === undefined && state.status !== 'seeking') return;
      const limit = limitMs();
      const due = Math.min(next?.at ?? Number.POSITIVE_INFINITY, time.nextDue());
      const ms = waitMs(Math.min(due, limit));
      if (ms === 0) {
        if (due > limit) arrive(limit);
        else runDue(due, next);
        await breathe();
      } else if (Number.isFinite(ms)) {
        reportIfDue();
        await pauses.sleep(Math.min(ms, REPORT_MS));
      } else await pauses.sleep(ms);
    }
  }

  async function start(): Promise<boolean> {
    if ((await header) === undefined) {
      const { line, reason } = records.failure() ?? { line: 1, reason: '' };
      state$.next({ status: 'failed', line, reason });
      return false;
    }
    await readUp();
    // Without a way to play, the start is reached, whether or not a client is there.
    if (fromMs === atMs) send({ kind: 'reached' });
    void play().then(() => {
      time.moveTo(Math.ceil(time.at()));
      send({ kind: 'finished' });
    });
    return true;
  }

  return {
    state$,
    time,
    header,
    ready: start(),
    failure: records.failure,
    begin(use = 'connection') {
      const isOnTheWay = state.status === 'seeking' && fromMs < atMs;
      if (use === 'connection' || !isOnTheWay) send({ kind: 'used' });
    },
    steer,
    stop: () => send({ kind: 'stop' }),
  };
}

/** Pauses between slices of work. */
function createPauses(real: RealTime) {
  let sliceMs = real.monotonic();
  let wake = () => {};
  return {
    isDue: () => real.monotonic() - sliceMs >= SLICE_MS,
    /** Ends the pause. */
    wake: () => wake(),
    async sleep(ms: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const cancel = Number.isFinite(ms) ? real.after(ms, resolve) : () => {};
        wake = () => {
          cancel();
          resolve();
        };
      });
      wake = () => {};
      sliceMs = real.monotonic();
    },
  };
}
