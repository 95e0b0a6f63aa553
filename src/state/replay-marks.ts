import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { ReplayMoment } from '../../shared/bridge/recording.ts';
import { marks, replay, replayAtMs, seekReplay } from './replay.ts';
import { replaySource } from './replay-source.ts';

/** For so long, at normal speed, a note is shown after its mark was passed. */
const SHOWN_MS = 5_000;

/** While playing, a jump back soon after a mark goes to the one before. */
const SOON_MS = 1_000;

const factor = (): number => {
  const speed = replaySource.value?.speed ?? 1;
  return speed === 'max' ? Number.POSITIVE_INFINITY : Math.max(1, speed);
};

/**
 * The mark that was passed last, for a while. It depends on the moment and the speed alone: played to and jumped to, one
 * moment looks the same.
 */
export const passedMark: ReadonlySignal<ReplayMoment | undefined> = computed(() => {
  const at = replayAtMs.value;
  const passed = marks.value.findLast((mark) => mark.atMs <= at);
  return passed !== undefined && at - passed.atMs < SHOWN_MS * factor() ? passed : undefined;
});

/** Jumps to a mark, which is then the last one that was passed. */
export const goToMark = ({ atMs }: ReplayMoment): void => seekReplay(atMs);

/** Jumps to the mark before or after the moment shown; does nothing beyond the first and the last. */
function goToNextMark(direction: 'back' | 'forward'): void {
  const at = replayAtMs.peek();
  const isPlaying = replay.peek().status === 'playing';
  const before = at - (isPlaying ? Math.min(SOON_MS * factor(), at) : 0);
  const mark =
    direction === 'forward'
      ? marks.peek().find(({ atMs }) => atMs > at)
      : marks.peek().findLast(({ atMs }) => Math.ceil(atMs) < before);
  if (mark !== undefined) goToMark(mark);
}

const BACK = ['[', ','];
const FORWARD = [']', '.'];

/** The keys of the marks, wherever the focus is but in a field. @returns stops listening */
export function listenToMarkKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    // Some keyboards have the brackets on a third level, which counts as both keys.
    if (event.defaultPrevented || metaKey || (ctrlKey && !altKey)) return;
    if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return;
    if (BACK.includes(key)) goToNextMark('back');
    if (FORWARD.includes(key)) goToNextMark('forward');
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
