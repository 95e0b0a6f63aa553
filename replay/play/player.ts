import { BehaviorSubject } from 'rxjs';
import type { ReplayCommand, ReplaySpeed, ReplayState } from '../../shared/bridge/recording.ts';
import type { ReadFailure } from '../fold/reader.ts';
import type { RecordEntry, RecordingHeader } from '../format/format.ts';
import type { TextSource } from '../format/lines.ts';
import { createRecords } from './records.ts';
import { createVirtualTime, type RealTime, type VirtualTime } from './virtual-time.ts';

/** Plays a recording by a clock of its own. */
export interface Player {
  readonly state$: BehaviorSubject<ReplayState>;
  readonly time: VirtualTime;
  /** Undefined when the file is no recording. */
  readonly header: Promise<RecordingHeader | undefined>;
  /** Resolves when the moment that was asked for is reached; false when the file is no recording. */
  readonly ready: Promise<boolean>;
  /** Somebody is there to see it. */
  begin(): void;
  steer(command: ReplayCommand): void;
  /** Where the file makes no sense, once that was reached. */
  failure(): ReadFailure | undefined;
  stop(): void;
}

export interface PlayerOptions {
  readonly source: TextSource;
  readonly real: RealTime;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
  /** Waited for before the first record. */
  readonly prepared?: Promise<unknown>;
  readonly take: (entry: RecordEntry) => void;
  /** Nothing more comes. */
  readonly onEnd: () => void;
}

/** How long others may be kept waiting. */
const SLICE_MS = 25;
/** Between two reports of where it is. */
const REPORT_MS = 200;
/** Promises that a call of the engine passes through at most before it is under way. */
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

  /** Until so much time passed, or something changed. */
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

  /** What was begun ends before time goes on. */
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
      // As a timer of the browser would: it is seen, and time goes on.
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
