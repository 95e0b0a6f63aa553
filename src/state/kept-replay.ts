/*
 * A reload keeps the replay: its file in the browser's database, moment, speed and switches beside it, for this tab. The
 * screen is in the address.
 */
import { effect } from '@preact/signals-react';
import { fieldsOf, parseJson } from '../../shared/json.ts';
import { dropFile, keepFile, keptFile } from '../link/kept-file.ts';
import { pageClock } from '../link/page-clock.ts';
import { randomId } from '../link/random-id.ts';
import { perTab } from '../link/storage.ts';
import { openReplay, replay, replayAtMs, stopAtMarks, stopsAtMarks } from './replay.ts';
import { followsUser, followUser } from './replay-follow.ts';
import { REPLAY_KEY, replaySource } from './replay-source.ts';

interface KeptReplay {
  readonly id: string;
  readonly atMs: number;
  readonly speed: unknown;
  readonly isPaused: boolean;
  readonly follows: boolean;
  readonly stops: boolean;
}

function read(): Partial<KeptReplay> {
  return fieldsOf(parseJson(perTab.get(REPLAY_KEY) ?? ''));
}

/** Keeps the replay until it ends. Called while one is shown. @returns stops keeping; what is kept stays */
export function keepReplay(): () => void {
  const id = read().id ?? randomId();
  let file: unknown;
  return effect(() => {
    const source = replaySource.value;
    if (source === undefined) {
      perTab.remove(REPLAY_KEY);
      void dropFile(id);
      return;
    }
    if (source.file !== file) {
      file = source.file;
      if (file instanceof File) void keepFile(id, file, pageClock.wallMs());
    }
    const state = {
      id,
      atMs: replayAtMs.value,
      speed: source.speed,
      // At the end there is nothing left to play.
      isPaused: source.isPaused || replay.value.status === 'ended',
      follows: followsUser.value,
      stops: stopsAtMarks.value,
    } satisfies KeptReplay;
    perTab.set(REPLAY_KEY, JSON.stringify(state));
  });
}

/** Shows the replay again that was shown before the reload. @returns whether there was one */
export async function restoreReplay(): Promise<boolean> {
  const { id, atMs = 0, speed, isPaused = true, follows, stops } = read();
  const file = id === undefined ? undefined : await keptFile(id);
  if (file === undefined) {
    perTab.remove(REPLAY_KEY);
    return false;
  }
  followUser(follows === true);
  stopAtMarks(stops === true);
  openReplay(
    file,
    { atMs, isPaused, speed: typeof speed === 'number' || speed === 'max' ? speed : 1 },
    'kept',
  );
  return true;
}
