import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type {
  ReplayCommand,
  ReplaySource,
  ReplaySpeed,
  ReplayState,
  ReplaySurvey,
} from '../../shared/bridge/recording.ts';
import { LOCAL_CODE, type Refusal } from '../../shared/result.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';
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

/** Shows a recording in place of the exchange. */
export function openReplay(file: File): void {
  forgetSession();
  replaySource.value = { file, name: file.name, atMs: 0, speed: 1, isPaused: false };
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
}

/** Sets the status until the next engine reports its own. */
function restart(status: 'seeking' | 'live'): void {
  link().restart();
  latest.value = { status };
}

/** Shows the recording at `atMs` after its start: a new engine folds everything up to there. */
export function seekReplay(atMs: number): void {
  const source = replaySource.peek();
  if (source === undefined) return;
  replaySource.value = { ...source, atMs: Math.max(0, Math.round(atMs)) };
  restart('seeking');
}

export function playReplay(): void {
  if (replay.peek().status === 'ended') {
    note({ isPaused: false });
    seekReplay(0);
  } else steer({ kind: 'play' }, { isPaused: false });
}

export const pauseReplay = (): void => steer({ kind: 'pause' }, { isPaused: true });

/** Plays up to the next recorded frame. */
export const stepReplay = (): void => steer({ kind: 'step' }, { isPaused: true });

export const setReplaySpeed = (speed: ReplaySpeed): void => steer({ kind: 'speed', speed }, { speed });

/** Also noted in the source, so that a seek keeps the player's settings. */
function steer(command: ReplayCommand, patch: Partial<Pick<ReplaySource, 'isPaused' | 'speed'>>): void {
  note(patch);
  link().tell((engine) => engine.steerReplay(command));
}

function note(patch: Partial<Pick<ReplaySource, 'isPaused' | 'speed'>>): void {
  const source = replaySource.peek();
  if (source !== undefined) replaySource.value = { ...source, ...patch };
}

/** No result yet: a seek replaced the engine that was reading, or the file is large. */
const isUnderWay = ({ code }: Refusal): boolean =>
  code === LOCAL_CODE.workerLost || code === LOCAL_CODE.unknown;

/** Asks until there is a result. */
export async function readSurvey(): Promise<void> {
  surveyed.value = { status: 'reading' };
  const file = replaySource.peek()?.file;
  for (;;) {
    const answer = await link().call((engine) => engine.surveyReplay());
    if (replaySource.peek()?.file !== file) return;
    if (!answer.ok && isUnderWay(answer.error)) continue;
    surveyed.value = answer.ok
      ? { status: 'ready', value: answer.value }
      : { status: 'failed', error: answer.error };
    return;
  }
}
