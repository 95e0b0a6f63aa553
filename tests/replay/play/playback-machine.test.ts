import { describe, expect, test } from 'vitest';
import {
  type PlaybackEffect,
  type PlaybackEvent,
  type PlaybackState,
  paceOf,
  shownState,
  stepPlayback,
} from '../../../replay/play/playback-machine.ts';

const playing = { mode: 'playing', speed: 4 } as const;
const paused = { mode: 'paused', speed: 4 } as const;
const stepping = { mode: 'stepping', speed: 4 } as const;
const seeking = { status: 'seeking', next: 'waiting', ...playing } as const;
const waiting = { status: 'waiting', ...playing } as const;
const running = { status: 'running', ...playing } as const;
const ended = { status: 'ended', ...playing } as const;
const stopped = { status: 'stopped' } as const;
const CHANGED: readonly PlaybackEffect[] = ['pace', 'report'];

type Row = readonly [
  name: string,
  PlaybackState,
  PlaybackEvent,
  after: PlaybackState,
  effects: readonly PlaybackEffect[],
];

test.each<Row>([
  ['waits at the start for a client', seeking, { kind: 'reached' }, waiting, CHANGED],
  ['remembers a client while it seeks', seeking, { kind: 'used' }, { ...seeking, next: 'running' }, ['pace']],
  [
    'runs from the start if a client is there',
    { ...seeking, next: 'running' },
    { kind: 'reached' },
    running,
    CHANGED,
  ],
  ['remembers a pause while it seeks', seeking, { kind: 'pause' }, { ...seeking, ...paused }, ['pace']],
  [
    'remembers a step while it seeks, which needs no client',
    seeking,
    { kind: 'step' },
    { ...seeking, ...stepping, next: 'running' },
    ['pace'],
  ],
  [
    'a frame on the way to the start ends no step',
    { ...seeking, ...stepping },
    { kind: 'frame' },
    { ...seeking, ...stepping },
    [],
  ],
  ['runs when a client comes', waiting, { kind: 'used' }, running, CHANGED],
  ['a second client changes nothing', running, { kind: 'used' }, running, []],
  [
    'a client does not end a pause',
    { ...running, ...paused },
    { kind: 'used' },
    { ...running, ...paused },
    [],
  ],
  ['plays without a client on command', waiting, { kind: 'play' }, running, CHANGED],
  ['waits on when paused', waiting, { kind: 'pause' }, { ...waiting, ...paused }, CHANGED],
  ['pauses', running, { kind: 'pause' }, { ...running, ...paused }, CHANGED],
  ['plays on', { ...running, ...paused }, { kind: 'play' }, running, CHANGED],
  ['steps', { ...running, ...paused }, { kind: 'step' }, { ...running, ...stepping }, CHANGED],
  [
    'a step ends with a frame',
    { ...running, ...stepping },
    { kind: 'frame' },
    { ...running, ...paused },
    CHANGED,
  ],
  ['a frame does not stop playing', running, { kind: 'frame' }, running, []],
  ['changes its speed', running, { kind: 'speed', speed: 'max' }, { ...running, speed: 'max' }, CHANGED],
  ['a speed of 0 is ignored', running, { kind: 'speed', speed: 0 }, running, []],
  ['ends after the last record', running, { kind: 'finished' }, ended, ['end', ...CHANGED]],
  ['ends without a client too', waiting, { kind: 'finished' }, ended, ['end', ...CHANGED]],
  ['commands after the end are ignored', ended, { kind: 'pause' }, ended, []],
  ['clients after the end are ignored', ended, { kind: 'used' }, ended, []],
  ['stops while it seeks', seeking, { kind: 'stop' }, stopped, ['close', 'pace']],
  ['stops after the end', ended, { kind: 'stop' }, stopped, ['close', 'pace']],
  ['stays stopped when the start is reached', stopped, { kind: 'reached' }, stopped, []],
  ['stays stopped at the end', stopped, { kind: 'finished' }, stopped, []],
])('%s', (_name, before, event, after, effects) => {
  expect(stepPlayback(before, event)).toEqual({ state: after, effects });
});

describe('the clock', () => {
  test.each<readonly [PlaybackState, pace: number]>([
    [running, 4],
    [{ ...running, speed: 'max' }, Number.POSITIVE_INFINITY],
    [{ ...running, ...paused }, 0],
    [{ ...running, ...stepping }, 0],
    [seeking, 0],
    [waiting, 0],
    [ended, 0],
    [stopped, 0],
  ])('has in %o the pace %d', (state, pace) => {
    expect(paceOf(state)).toBe(pace);
  });
});

describe('the page', () => {
  test.each<readonly [PlaybackState, status: string | undefined]>([
    [seeking, undefined],
    [waiting, 'playing'],
    [running, 'playing'],
    [{ ...running, ...paused }, 'paused'],
    [{ ...running, ...stepping }, 'paused'],
    [ended, 'ended'],
    [stopped, undefined],
  ])('sees for %o the status %s', (state, status) => {
    expect(shownState(state, 7)).toEqual(status && { status, atMs: 7, speed: 4 });
  });
});
