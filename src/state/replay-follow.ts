import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { isAppPath } from '../../shared/app-paths.ts';
import { type ChoiceName, isChoice } from '../../shared/bridge/choices.ts';
import type { ReplayedAct } from '../../shared/bridge/recording.ts';
import { replay, replayAtMs, survey } from './replay.ts';
import { replaySource } from './replay-source.ts';

const following = signal(false);

/** Whether the replay goes to the recorded screens and shows the taps. */
export const followsUser: ReadonlySignal<boolean> = following;

export function followUser(on: boolean): void {
  following.value = on;
}

type Act<E extends ReplayedAct['event']> = Extract<ReplayedAct, { readonly event: E }>;

const acts = computed<readonly ReplayedAct[]>(() =>
  survey.value.status === 'ready' ? survey.value.value.page : [],
);

const isOf =
  <E extends ReplayedAct['event']>(event: E) =>
  (act: ReplayedAct): act is Act<E> =>
    act.event === event;

/** A recording is a stranger's file: only complete paths of the app's own screens are followed. */
const isOfApp = ({ path }: Act<'route'>): boolean =>
  !path.includes('*') && isAppPath(path.replace(/[?#].*$/, ''));

const routes = computed(() => acts.value.filter(isOf('route')).filter(isOfApp));

const chosen = computed(() => acts.value.filter(isOf('choice')));

/** The address of the screen that the user had, at first the first one; undefined if none was recorded. */
export const recordedPath: ReadonlySignal<string | undefined> = computed(() => {
  const at = replayAtMs.value;
  return (routes.value.findLast(({ atMs }) => atMs <= at) ?? routes.value[0])?.path;
});

/** How far the user had scrolled that screen; 0 until the first scroll. */
export const recordedScroll: ReadonlySignal<number> = computed(() => {
  const at = replayAtMs.value;
  const last = acts.value.findLast(
    ({ atMs, event }) => atMs <= at && (event === 'scroll' || event === 'route'),
  );
  return last?.event === 'scroll' ? last.y : 0;
});

let latest: ReadonlyMap<ChoiceName, string> = new Map();

/** What the user had chosen; the same map while nothing changes. A recording is a stranger's file: other values are none. */
export const recordedChoices: ReadonlySignal<ReadonlyMap<ChoiceName, string>> = computed(() => {
  const at = replayAtMs.value;
  const now = new Map<ChoiceName, string>();
  for (const { atMs, name, value } of chosen.value) {
    if (atMs > at) break;
    if (isChoice(name, value)) now.set(name, value);
  }
  const isSame = now.size === latest.size && [...now].every(([name, value]) => latest.get(name) === value);
  if (!isSame) latest = now;
  return latest;
});

/** At normal speed a tap is shown for so long. */
const TAP_MS = 800;
const NO_TAPS: readonly Act<'tap'>[] = [];

/** The taps of the last moment. */
export const recordedTaps: ReadonlySignal<readonly Act<'tap'>[]> = computed(() => {
  if (!following.value) return NO_TAPS;
  const at = replayAtMs.value;
  // A replay that stands still shows no taps of long ago.
  const speed = replay.value.status === 'playing' ? (replaySource.value?.speed ?? 1) : 1;
  const since = at - TAP_MS * (speed === 'max' ? 1 : Math.max(1, speed));
  const recent = acts.value.filter(isOf('tap')).filter(({ atMs }) => atMs > since && atMs <= at);
  return recent.length === 0 ? NO_TAPS : recent;
});
