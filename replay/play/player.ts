import { BehaviorSubject } from 'rxjs';
import type { ReplayCommand, ReplaySpeed, ReplayState } from '../../shared/bridge/recording.ts';
import type { ReadFailure } from '../fold/reader.ts';
import type { RecordEntry, RecordingHeader } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { createRecords } from './records.ts';
import { createVirtualTime, type RealTime, type VirtualTime } from './virtual-time.ts';

/** Plays a recording on its own clock. */
export interface Player {
  readonly state$: BehaviorSubject<ReplayState>;
  readonly time: VirtualTime;
  /** Undefined if the file is not a recording. */
  readonly header: Promise<RecordingHeader | undefined>;
  /** Resolves once the requested start is reached; false if the file is not a recording. */
  readonly ready: Promise<boolean>;
  /** Starts playing: a client is there. */
  begin(): void;
  steer(command: ReplayCommand): void;
  /** Where the file is malformed, once playing has reached it. */
  failure(): ReadFailure | undefined;
  stop(): void;
}

export interface PlayerOptions {
  readonly source: TextSource;
  readonly real: RealTime;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
  /** Awaited before the first record. */
  readonly prepared?: Promise<unknown>;
  readonly take: (entry: RecordEntry) => void;
  /** Called after the last record. */
  readonly onEnd: () => void;
}

/** Longest time without yielding to other tasks. */
const SLICE_MS = 25;
/** Time between two reports of the position. */
const REPORT_MS = 200;
/** Upper bound of the promises between a call of the engine and its request. */
const SETTLE_TURNS = 32;

export function createPlayer(options: PlayerOptions): Player {
  const { real, take } = options;
  const records = createRecords(options.source);
  const header = records.header();
  const state$ = new BehaviorSubject<ReplayState>({ status: 'seeking' });
  let speed = options.speed;
  let mode: 'playing' | 'paused' | 'stepping' = options.isPaused ? 'paused' : 'playing';
  let phase: 'waiting' | 'begun' | 'ended' | 'stopped' = 'waiting';
  let isReady = false;
  let next: RecordEntry | undefined;
  let wakeUp = () => {};
  let reportedMs = Number.NEGATIVE_INFINITY;
  let sliceMs = real.monotonic();
  const time = createVirtualTime(real, options.atMs, () => wakeUp());

  function report(): void {
    if (!isReady || phase === 'stopped') return;
    reportedMs = real.monotonic();
    const status = phase === 'ended' ? 'ended' : mode === 'playing' ? 'playing' : 'paused';
    state$.next({ status, atMs: time.at(), speed });
  }

  function setPace(): void {
    const isGoing = phase === 'begun' && isReady && mode === 'playing';
    time.setPace(isGoing ? (speed === 'max' ? Number.POSITIVE_INFINITY : speed) : 0);
  }

  function changed(): void {
    setPace();
    report();
    wakeUp();
  }

  /** Waits for a time, or until something changes. */
  async function sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = Number.isFinite(ms) ? real.after(ms, resolve) : () => {};
      wakeUp = () => {
        cancel();
        resolve();
      };
    });
    wakeUp = () => {};
    sliceMs = real.monotonic();
  }

  async function breathe(): Promise<void> {
    if (real.monotonic() - sliceMs < SLICE_MS) return;
    if (real.monotonic() - reportedMs >= REPORT_MS) report();
    await new Promise<void>((resolve) => real.after(0, resolve));
    sliceMs = real.monotonic();
  }

  /** Waits until all pending work has finished before the clock advances. */
  async function settle(): Promise<void> {
    do {
      await time.released();
      for (let turn = 0; turn < SETTLE_TURNS; turn++) await undefined;
    } while (time.isHeld());
  }

  /** @returns whether there is a next record */
  async function load(): Promise<boolean> {
    for (;;) {
      next ??= records.next();
      if (next !== undefined) {
        time.setHorizon(next.at);
        return true;
      }
      if (!(await records.more())) return false;
    }
  }

  function takeNext(entry: RecordEntry): void {
    next = undefined;
    time.setHorizon(Number.NEGATIVE_INFINITY);
    take(entry);
    if (!isReady || mode !== 'stepping' || entry.kind !== 'in') return;
    mode = 'paused';
    changed();
  }

  async function seek(): Promise<void> {
    while (options.atMs > 0 && phase !== 'stopped' && (await load())) {
      if (next === undefined || next.at > options.atMs) break;
      takeNext(next);
      await breathe();
    }
  }

  function step(due: number, entry: RecordEntry): void {
    time.moveTo(due);
    const release = time.hold();
    try {
      if (time.nextDue() <= due) time.runNext();
      else takeNext(entry);
    } catch (error) {
      // Like a browser timer: report the error and continue.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      release();
    }
  }

  async function play(): Promise<void> {
    for (;;) {
      await settle();
      if (phase === 'stopped') return;
      if (!(await load()) || next === undefined) return;
      const due = Math.min(next.at, time.nextDue());
      const isStanding = phase === 'waiting' || mode === 'paused';
      const waitMs = isStanding ? Number.POSITIVE_INFINITY : mode === 'stepping' ? 0 : time.waitMs(due);
      if (waitMs > 0) {
        if (!isStanding && real.monotonic() - reportedMs >= REPORT_MS) report();
        await sleep(isStanding ? waitMs : Math.min(waitMs, REPORT_MS));
        continue;
      }
      step(due, next);
      await breathe();
    }
  }

  async function goThere(): Promise<boolean> {
    await options.prepared;
    if ((await header) === undefined) {
      const { line, reason } = records.failure() ?? { line: 1, reason: '' };
      state$.next({ status: 'failed', line, reason });
      return false;
    }
    await seek();
    isReady = true;
    changed();
    void play().then(() => {
      if (phase === 'stopped') return;
      phase = 'ended';
      options.onEnd();
      changed();
    });
    return true;
  }

  return {
    state$,
    time,
    header,
    ready: goThere(),
    failure: records.failure,
    begin() {
      if (phase !== 'waiting') return;
      phase = 'begun';
      changed();
    },
    steer(command) {
      if (phase === 'ended' || phase === 'stopped') return;
      if (command.kind === 'speed') {
        if (command.speed === 'max' || command.speed > 0) speed = command.speed;
      } else {
        mode = ({ play: 'playing', pause: 'paused', step: 'stepping' } as const)[command.kind];
        if (command.kind !== 'pause' && phase === 'waiting') phase = 'begun';
      }
      changed();
    },
    stop() {
      phase = 'stopped';
      setPace();
      records.close();
      wakeUp();
    },
  };
}
