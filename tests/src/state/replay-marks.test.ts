import type { Signal } from '@preact/signals-react';
import { expect, it, vi } from 'vitest';
import type { ReplaySpeed } from '../../../shared/bridge/recording.ts';
import { replayAtMs } from '../../../src/state/replay.ts';
import { passedMark } from '../../../src/state/replay-marks.ts';
import { replaySource } from '../../../src/state/replay-source.ts';

vi.mock('../../../src/state/replay.ts', async () => {
  const { signal } = await import('@preact/signals-react');
  return { replayAtMs: signal(0), marks: signal([{ atMs: 1_000 }, { atMs: 4_000 }]) };
});

it.each<[number, ReplaySpeed, number | undefined]>([
  [999, 1, undefined],
  [1_000, 1, 1_000],
  [3_999, 1, 1_000],
  [4_000, 1, 4_000],
  [8_999, 1, 4_000],
  [9_000, 1, undefined],
  [9_000, 0.5, undefined],
  [13_999, 2, 4_000],
  [14_000, 2, undefined],
  [1e9, 'max', 4_000],
])('at %i ms, at speed %s, the note of the mark at %s is shown', (atMs, speed, markMs) => {
  replaySource.value = { file: new Blob(), name: 'a.jsonl', atMs: 0, speed, isPaused: false };
  (replayAtMs as Signal<number>).value = atMs;
  expect(passedMark.value?.atMs).toBe(markMs);
});
