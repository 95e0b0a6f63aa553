import { expect, test } from 'vitest';
import {
  INITIAL,
  type PaceEffect,
  type PaceEvent,
  type PaceState,
  restAfter,
  step,
} from '../../../src/link/pace-machine.ts';

const NOW = 10_000;
const wanted = (sinceMs: number) => ({ waitingSinceMs: sinceMs });
const waiting = (sinceMs: number, more: Partial<PaceState> = {}): PaceState => ({
  ...INITIAL,
  ...wanted(sinceMs),
  ...more,
});
const drawn = { waitingSinceMs: undefined };
const awaiting = (frames: number) => ({ status: 'awaited', frames }) as const;
const costly = (costMs: number) => ({ drawnAtMs: NOW - costMs, costMs });
const tapped = (agoMs: number, pressMs = 0) => ({
  tap: { atMs: NOW - agoMs, untilMs: NOW - agoMs + pressMs },
});

type Row = readonly [
  name: string,
  PaceState,
  PaceEvent,
  after: Partial<PaceState>,
  effects: readonly PaceEffect[],
];

test.each<Row>([
  ['a first wish requests a frame', INITIAL, 'wanted', wanted(NOW), ['frame']],
  ['a wish after a slow frame rests first', { ...INITIAL, ...costly(20) }, 'wanted', wanted(NOW), [12]],
  [
    'a wish after a slow frame and a tap waits for the rest of 250 ms',
    { ...INITIAL, ...costly(20), ...tapped(500) },
    'wanted',
    wanted(NOW),
    [222],
  ],
  [
    'and so does a frame that was requested before the tap',
    waiting(NOW - 16, { ...costly(40), ...tapped(10) }),
    'frame',
    wanted(NOW - 16),
    [202],
  ],
  [
    'a slow phone waits for touches until 350 ms after the last frame',
    waiting(NOW - 320, { drawnAtMs: NOW - 349, costMs: 20, touch: awaiting(2), ...tapped(5) }),
    'frame',
    wanted(NOW - 320),
    ['frame'],
  ],
  [
    'and no longer',
    waiting(NOW - 320, { drawnAtMs: NOW - 350, costMs: 20, touch: awaiting(2), ...tapped(5) }),
    'frame',
    drawn,
    ['measure', 'draw'],
  ],
  [
    'a tap is forgotten after 600 ms',
    { ...INITIAL, ...costly(20), ...tapped(600) },
    'wanted',
    wanted(NOW),
    [12],
  ],
  ['no rest is longer than 150 ms', { ...INITIAL, ...costly(3_600_000) }, 'wanted', wanted(NOW), [142]],
  ['a short rest is skipped', { ...INITIAL, ...costly(8) }, 'wanted', wanted(NOW), ['frame']],
  [
    'a frame draws, and one in sixteen is measured',
    waiting(NOW - 16),
    'frame',
    { ...drawn, drawn: 1 },
    ['measure', 'draw'],
  ],
  ['the next frame is not measured', waiting(NOW, { drawn: 1 }), 'frame', { drawn: 2 }, ['draw']],
  [
    'after a slow frame the next one is measured too',
    waiting(NOW, { drawn: 1, ...costly(9) }),
    'frame',
    { drawn: 1, drawnAtMs: NOW, costMs: 9 },
    ['measure', 'draw'],
  ],
  [
    'a frame that a touch needs is left to it',
    waiting(NOW - 149, { touch: awaiting(2) }),
    'frame',
    wanted(NOW - 149),
    ['frame'],
  ],
  [
    'a finger that rests on the screen is waited for',
    waiting(NOW - 16, tapped(99, 100)),
    'frame',
    wanted(NOW - 16),
    ['frame'],
  ],
  [
    'a finger that rests longer is not',
    waiting(NOW - 16, { ...tapped(100, 100), drawn: 1 }),
    'frame',
    drawn,
    ['draw'],
  ],
  [
    'ticks wait for touches for 150 ms at most',
    waiting(NOW - 150, { touch: awaiting(2), drawn: 1 }),
    'frame',
    drawn,
    ['draw'],
  ],
  ['the time after a frame is its cost', { ...INITIAL, drawnAtMs: NOW - 25 }, 'painted', costly(25), []],
  [
    'a press needs two frames and 100 ms',
    INITIAL,
    'pressed',
    { touch: awaiting(2), ...tapped(0, 100) },
    ['touch-frame'],
  ],
  ['a tap needs two frames', INITIAL, 'tapped', { touch: awaiting(2), ...tapped(0) }, ['touch-frame']],
  [
    'a second touch begins again with the frame that is requested',
    { ...INITIAL, touch: awaiting(1) },
    'tapped',
    { touch: awaiting(2) },
    [],
  ],
  [
    'the first frame of a touch requests the second',
    { ...INITIAL, touch: awaiting(2) },
    'touch-frame',
    { touch: awaiting(1) },
    ['touch-frame'],
  ],
  [
    'the second frame of a touch is its last',
    { ...INITIAL, touch: awaiting(1) },
    'touch-frame',
    { touch: { status: 'none' } },
    [],
  ],
  [
    'a scroll takes the touch back',
    { ...INITIAL, touch: awaiting(2), ...tapped(5, 100) },
    'scrolled',
    { touch: { status: 'scrolled' }, tap: undefined },
    [],
  ],
  [
    'a touch in a scroll uses the frame that is requested',
    { ...INITIAL, touch: { status: 'scrolled' } },
    'pressed',
    { touch: awaiting(2) },
    [],
  ],
  [
    'the frame of a touch that became a scroll is the last',
    { ...INITIAL, touch: { status: 'scrolled' } },
    'touch-frame',
    { touch: { status: 'none' } },
    [],
  ],
  ['a move of a finger is noted', { ...INITIAL, movedAtMs: NOW - 50 }, 'moved', { movedAtMs: NOW }, []],
  ['a mouse without a pressed button drags nothing', INITIAL, 'moved', { movedAtMs: undefined }, []],
  [
    'a finger that left drags nothing',
    { ...INITIAL, movedAtMs: NOW },
    'tapped',
    { movedAtMs: undefined },
    ['touch-frame'],
  ],
  [
    'a finger that scrolls drags nothing',
    { ...INITIAL, movedAtMs: NOW },
    'scrolled',
    { movedAtMs: undefined },
    [],
  ],
  [
    'while a finger drags, a wish after a slow frame waits for the rest of 250 ms',
    { ...INITIAL, ...costly(20), movedAtMs: NOW - 16 },
    'wanted',
    wanted(NOW),
    [222],
  ],
  [
    'after a frame that took longer, until such frames take a sixth of the time',
    { ...INITIAL, ...costly(60), movedAtMs: NOW - 16 },
    'wanted',
    wanted(NOW),
    [292],
  ],
  [
    'but no longer than 600 ms',
    { ...INITIAL, ...costly(200), movedAtMs: NOW - 16 },
    'wanted',
    wanted(NOW),
    [392],
  ],
  [
    'and so does a frame that was requested before',
    waiting(NOW - 16, { ...costly(40), movedAtMs: NOW }),
    'frame',
    wanted(NOW - 16),
    [202],
  ],
  [
    'after that it draws',
    waiting(NOW - 16, { drawnAtMs: NOW - 250, costMs: 40, movedAtMs: NOW }),
    'frame',
    drawn,
    ['measure', 'draw'],
  ],
  [
    'fast frames draw while a finger drags',
    waiting(NOW - 16, { ...costly(8), movedAtMs: NOW, drawn: 1 }),
    'frame',
    drawn,
    ['draw'],
  ],
  [
    'a finger that stopped for 100 ms drags nothing',
    { ...INITIAL, ...costly(20), movedAtMs: NOW - 100 },
    'wanted',
    wanted(NOW),
    [12],
  ],
  ['a scroll without a touch changes nothing', INITIAL, 'scrolled', INITIAL, []],
])('%s', (_, state, event, after, effects) => {
  const [next, ...made] = step(state, event, NOW);
  expect(next).toMatchObject(after);
  expect(made).toEqual(effects);
});

test('a rest is as long as the work, within fifty milliseconds, and half as long if that is not enough', () => {
  expect([4, 25, 40, 60].map(restAfter)).toEqual([4, 25, 20, 30]);
});
