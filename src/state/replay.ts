import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type {
  ReplayCommand,
  ReplayMoment,
  ReplaySource,
  ReplaySpeed,
  ReplayState,
  ReplaySurvey,
} from '../../shared/bridge/recording.ts';
import { LOCAL_CODE, type Refusal } from '../../shared/result.ts';
import { later } from '../clock.ts';
import { showOtherMoment } from './ask.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';
import { refreshHome } from './refresh-home.ts';
import { replaySource } from './replay-source.ts';
import { forgetSession } from './session.ts';

const latest = lazyStream<ReplayState>((engine) => engine.replay(), { status: 'live' });

/** The player's state. */
export const replay: ReadonlySignal<ReplayState> = latest;

type Survey =
  | { readonly status: 'none' | 'reading' }
  | { readonly status: 'ready'; readonly value: ReplaySurvey }
  | { readonly status: 'failed'; readonly error: Refusal };

const surveyed = signal<Survey>({ status: 'none' });

/** A survey of the whole recording; `reading` while it is being made. */
export const survey: ReadonlySignal<Survey> = surveyed;

/** The moment shown, in ms since the recording's start; during a seek, its target. */
export const replayAtMs: ReadonlySignal<number> = computed(() => {
  const now = replay.value;
  return 'atMs' in now ? now.atMs : (replaySource.value?.atMs ?? 0);
});

/** The moments that the user marked, in order; empty until the survey is there. */
export const marks: ReadonlySignal<readonly ReplayMoment[]> = computed(() =>
  surveyed.value.status === 'ready' ? surveyed.value.value.moments.filter(({ kind }) => kind === 'mark') : [],
);

const stopping = signal(false);

/** Whether playing pauses at each mark. */
export const stopsAtMarks: ReadonlySignal<boolean> = stopping;

export function stopAtMarks(on: boolean): void {
  stopping.value = on;
  sendStop();
}

/** Where playing on from `atMs` has to pause. */
function stopAfter(atMs: number): { readonly stopAtMs?: number } {
  const next = stopping.peek() ? marks.peek().find((mark) => mark.atMs > atMs) : undefined;
  return next === undefined ? {} : { stopAtMs: next.atMs };
}

function sendStop(): void {
  const { stopAtMs } = stopAfter(replayAtMs.peek());
  const command: ReplayCommand = { kind: 'stopAt', ...(stopAtMs === undefined ? {} : { atMs: stopAtMs }) };
  link().send((engine) => engine.steerReplay(command));
}

const due = signal(false);

/** Whether the replay has still to open on the recorded screen. */
export const screenIsDue: ReadonlySignal<boolean> = due;

export function noteScreen(): void {
  due.value = false;
}

type Start = Partial<Pick<ReplaySource, 'atMs' | 'speed' | 'isPaused'>>;

/**
 * Shows a recording in place of the exchange.
 * @param screen `recorded`: opens on the screen that the user had then; `kept`: leaves the page's
 */
export function openReplay(file: File, start: Start = {}, screen: 'recorded' | 'kept' = 'recorded'): void {
  forgetSession();
  due.value = screen === 'recorded';
  replaySource.value = { file, name: file.name, atMs: 0, speed: 1, isPaused: false, ...start };
  restart('seeking');
  void readSurvey();
}

/** Shows the exchange again. */
export function endReplay(): void {
  // First, so that stored account data never mixes with the recording's account.
  forgetSession();
  replaySource.value = undefined;
  surveyed.value = { status: 'none' };
  restart('live');
  showOtherMoment();
}

/** Sets the status until the next engine reports its own. */
function restart(status: 'seeking' | 'live'): void {
  link().restart();
  latest.value = { status };
}

/** Shows the recording at `atMs` after its start, at the next whole millisecond, in a new engine. */
export function seekReplay(atMs: number): void {
  const source = replaySource.peek();
  if (source === undefined) return;
  const { stopAtMs: _passed, ...kept } = source;
  const to = Math.max(0, Math.ceil(atMs));
  replaySource.value = { ...kept, atMs: to, ...stopAfter(to) };
  restart('seeking');
}

export function playReplay(): void {
  if (replay.peek().status === 'ended') {
    note({ isPaused: false });
    seekReplay(0);
    return;
  }
  if (stopping.peek()) sendStop();
  steer({ kind: 'play' }, { isPaused: false });
}

export const pauseReplay = (): void => steer({ kind: 'pause' }, { isPaused: true });

/** Plays up to the next recorded frame, and what else came in its millisecond. */
export const stepReplay = (): void => steer({ kind: 'step' }, { isPaused: true });

export const setReplaySpeed = (speed: ReplaySpeed): void => steer({ kind: 'speed', speed }, { speed });

/** Also noted in the source, so that a seek keeps the player's settings. */
function steer(command: ReplayCommand, patch: Partial<Pick<ReplaySource, 'isPaused' | 'speed'>>): void {
  note(patch);
  link().send((engine) => engine.steerReplay(command));
}

function note(patch: Partial<Pick<ReplaySource, 'isPaused' | 'speed'>>): void {
  const source = replaySource.peek();
  if (source !== undefined) replaySource.value = { ...source, ...patch };
}

/** The moment at which the replay stands still; while it moves, how. */
const standsAt = computed(() => {
  const now = replay.value;
  return now.status === 'paused' || now.status === 'ended' ? now.atMs : now.status;
});

/**
 * Whenever the replay stands still, what the app loads only now and then is loaded again: a moment looks the same,
 * whether it was played, stepped or jumped to. What a screen loads on its start is also loaded again after a jump.
 * @returns stops
 */
export function followStandstill(): () => void {
  let before: number | ReplayState['status'] = 'live';
  return effect(() => {
    const now = standsAt.value;
    if (typeof now === 'number') {
      // The player also pauses by itself, at a mark.
      if (replay.peek().status === 'paused') note({ isPaused: true });
      void refreshHome();
    }
    if (typeof now === 'number' || (now === 'playing' && before === 'seeking')) showOtherMoment();
    before = now;
  });
}

/** No result yet: a seek replaced the engine that was reading, or the file is large. */
const isUnderWay = ({ code }: Refusal): boolean =>
  code === LOCAL_CODE.workerLost || code === LOCAL_CODE.unknown;

/** While an engine is being replaced calls are refused at once: without a pause its timer would never run. */
const ASK_AGAIN_MS = 400;
/** Longer than all replacements of an engine that dies again and again. */
const MOST_LOST = 12;

/** Asks until there is a result, or no engine any more. */
export async function readSurvey(): Promise<void> {
  const before = surveyed.peek();
  if (before.status === 'failed' && before.error.code === LOCAL_CODE.workerLost) link().restart();
  surveyed.value = { status: 'reading' };
  let source = replaySource.peek();
  const file = source?.file;
  for (let lost = 0; replaySource.peek()?.file === file; ) {
    const answer = await link().call((engine) => engine.surveyReplay());
    const now = replaySource.peek();
    if (now?.file !== file) return;
    // A seek replaces the engine, too.
    if (now !== source) lost = 0;
    source = now;
    if (!answer.ok && isUnderWay(answer.error) && lost < MOST_LOST) {
      if (answer.error.code === LOCAL_CODE.workerLost) lost++;
      await new Promise<void>((done) => void later(ASK_AGAIN_MS, done));
      continue;
    }
    surveyed.value = answer.ok
      ? { status: 'ready', value: answer.value }
      : { status: 'failed', error: answer.error };
    if (stopping.peek()) sendStop();
    return;
  }
}
