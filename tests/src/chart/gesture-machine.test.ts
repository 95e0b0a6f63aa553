import { describe, expect, it } from 'vitest';
import { type GestureEvent, INITIAL, step } from '../../../src/chart/gesture-machine.ts';

const at = (x: number, y: number) => ({ x, y });
const down = (id: number, x: number, y: number): GestureEvent => ({
  type: 'down',
  id,
  at: at(x, y),
  isTouch: true,
  isGrabbed: false,
});
const grabbed = (
  id: number,
  x: number,
  y: number,
  isGrabbed: true | 'upright' | 'handle' = true,
): GestureEvent => ({ type: 'down', id, at: at(x, y), isTouch: true, isGrabbed });
const handle = (id: number, x: number, y: number) => grabbed(id, x, y, 'handle');
const upright = (id: number, x: number, y: number) => grabbed(id, x, y, 'upright');
const pin = (x: number, y: number): GestureEvent => ({ type: 'pin', at: at(x, y) });
const escaped: GestureEvent = { type: 'escape' };
const stopped: GestureEvent = { type: 'stop' };
const move = (id: number, x: number, y: number, atMs = 0): GestureEvent => ({
  type: 'move',
  id,
  at: at(x, y),
  atMs,
});
const up = (id: number, atMs = 0): GestureEvent => ({ type: 'up', id, atMs });
const cancel = (id: number): GestureEvent => ({ type: 'cancel', id });
const longPress: GestureEvent = { type: 'long-press' };

/** The actions of all events, and the last gesture. */
function run(events: readonly GestureEvent[]) {
  let state = INITIAL;
  const actions = events.flatMap((event) => {
    const next = step(state, event);
    state = next.state;
    return next.actions.map((action) =>
      Object.values(action)
        .map((value) => (typeof value === 'object' ? `${value.x},${value.y}` : value))
        .join(' '),
    );
  });
  return { actions, gesture: state.gesture.status };
}

describe('touches on a chart', () => {
  it.each([
    ['a small move is no drag', [down(1, 100, 100), move(1, 105, 100)], [], 'pressed'],
    [
      'a drag pans by each move',
      [down(1, 100, 100), move(1, 110, 103), move(1, 104, 100)],
      ['begin', 'pan 10', 'pan -6'],
      'panning',
    ],
    [
      'a vertical swipe belongs to the page',
      [down(1, 100, 100), move(1, 103, 110), move(1, 200, 110)],
      [],
      'idle',
    ],
    ['a lifted finger ends the drag', [down(1, 0, 0), move(1, 10, 0), up(1)], ['begin', 'pan 10'], 'idle'],
    [
      'a finger that is lifted while it moves throws the chart',
      [down(1, 0, 0), move(1, 10, 0, 100), move(1, 40, 0, 115), move(1, 70, 0, 130), up(1, 131)],
      ['begin', 'pan 10', 'pan 30', 'pan 30', 'throw 2'],
      'idle',
    ],
    [
      'a finger that the browser takes throws nothing',
      [down(1, 0, 0), move(1, 10, 0, 100), move(1, 40, 0, 115), cancel(1)],
      ['begin', 'pan 10', 'pan 30'],
      'idle',
    ],
    [
      'the finger that is left after a pinch throws by its own moves alone',
      [
        down(1, 100, 0),
        down(2, 200, 0),
        move(2, 210, 0, 90),
        up(2, 95),
        move(1, 110, 0, 100),
        move(1, 100, 0, 110),
        up(1, 111),
      ],
      ['begin', 'pan 5', `zoom ${100 / 110} 155`, 'pan 10', 'pan -10', 'throw -1'],
      'idle',
    ],
    ['a finger that the browser takes ends the drag', [down(1, 0, 0), cancel(1), move(1, 50, 0)], [], 'idle'],
    [
      'two fingers zoom around their middle',
      [down(1, 100, 0), down(2, 200, 0), move(2, 300, 0)],
      ['begin', 'pan 50', 'zoom 0.5 200'],
      'pinching',
    ],
    [
      'the finger that is left after a pinch pans',
      [down(1, 100, 0), down(2, 200, 0), up(2), move(1, 90, 0)],
      ['begin', 'pan -10'],
      'panning',
    ],
    [
      'a third finger changes nothing',
      [down(1, 100, 0), down(2, 200, 0), down(3, 0, 0)],
      ['begin'],
      'pinching',
    ],
    [
      'the two fingers that are left of three go on pinching',
      [down(1, 100, 0), down(2, 200, 0), down(3, 0, 0), up(3), move(2, 300, 0)],
      ['begin', 'pan 50', 'zoom 0.5 200'],
      'pinching',
    ],
    [
      'any two of three go on from where they are',
      [down(1, 100, 0), down(2, 200, 0), down(3, 0, 0), up(1), move(3, 100, 0)],
      ['begin', 'pan 50', 'zoom 2 150'],
      'pinching',
    ],
    [
      'a long press shows the crosshair, which follows the finger and stays',
      [down(1, 100, 50), longPress, move(1, 120, 60), up(1)],
      ['cross 100,50', 'cross 120,60', 'pin 120,60'],
      'pinned',
    ],
    [
      'the next touch hides a crosshair that stayed',
      [down(1, 100, 50), longPress, up(1), down(2, 20, 20), move(2, 40, 20)],
      ['cross 100,50', 'pin 100,50', 'cross ', 'begin', 'pan 20'],
      'panning',
    ],
    [
      'a finger that the browser takes takes the crosshair with it',
      [down(1, 100, 50), longPress, cancel(1)],
      ['cross 100,50', 'cross '],
      'idle',
    ],
    [
      'keys put the crosshair somewhere, and Escape hides it',
      [pin(30, 40), pin(37, 40), escaped],
      ['pin 30,40', 'pin 37,40', 'cross '],
      'idle',
    ],
    [
      'keys move no crosshair that a finger holds',
      [down(1, 100, 50), longPress, pin(30, 40)],
      ['cross 100,50'],
      'crossing',
    ],
    [
      'a second finger takes the crosshair away and pinches',
      [down(1, 100, 50), longPress, down(2, 200, 50)],
      ['cross 100,50', 'begin', 'cross '],
      'pinching',
    ],
    [
      'a long press that comes after a drag began is ignored',
      [down(1, 0, 0), move(1, 10, 0), longPress],
      ['begin', 'pan 10'],
      'panning',
    ],
    [
      'two taps reset the view',
      [down(1, 50, 50), up(1, 0), down(2, 60, 60), up(2, 299)],
      ['tap 50,50 true', 'reset'],
      'idle',
    ],
    [
      'two taps that lie 300 ms apart are two taps',
      [down(1, 50, 50), up(1, 0), down(2, 50, 50), up(2, 300)],
      ['tap 50,50 true', 'tap 50,50 true'],
      'idle',
    ],
    [
      'two taps that lie 28 px apart are two taps',
      [down(1, 50, 50), up(1, 0), down(2, 78, 50), up(2, 100)],
      ['tap 50,50 true', 'tap 78,50 true'],
      'idle',
    ],
    [
      'a third tap begins a new pair',
      [down(1, 0, 0), up(1, 0), down(2, 0, 0), up(2, 10), down(3, 0, 0), up(3, 20)],
      ['tap 0,0 true', 'reset', 'tap 0,0 true'],
      'idle',
    ],
    [
      'a grabbed pointer drags in every direction, without a pan or a crosshair, until it is lifted',
      [grabbed(1, 100, 100), longPress, move(1, 101, 120), move(1, 140, 90), up(1), move(1, 0, 0)],
      ['drag 101,120', 'drag 140,90', 'drop'],
      'idle',
    ],
    [
      'a grabbed pointer that hardly moves is a tap, and no half of a double tap',
      [grabbed(1, 50, 50), move(1, 53, 52), up(1, 0), down(2, 50, 50), up(2, 100)],
      ['drop', 'tap 50,50 true'],
      'idle',
    ],
    [
      'a second finger abandons the drag and pinches',
      [grabbed(1, 100, 0), move(1, 100, 20), down(2, 200, 20), move(2, 300, 20), up(2), up(1)],
      ['drag 100,20', 'abandon', 'begin', 'pan 50', 'zoom 0.5 200'],
      'idle',
    ],
    [
      'Escape abandons the drag, and the finger does nothing more',
      [grabbed(1, 0, 0), move(1, 0, 20), escaped, move(1, 0, 40), up(1)],
      ['drag 0,20', 'abandon'],
      'idle',
    ],
    [
      'a second finger after Escape pinches',
      [grabbed(1, 100, 0), escaped, down(2, 200, 0), move(2, 300, 0)],
      ['abandon', 'begin', 'pan 50', 'zoom 0.5 200'],
      'pinching',
    ],
    [
      'a finger that the browser takes abandons the drag',
      [grabbed(1, 0, 0), move(1, 0, 20), cancel(1)],
      ['drag 0,20', 'abandon'],
      'idle',
    ],
    [
      'Escape hides the crosshair under a finger, and leaves none when it is lifted',
      [down(1, 0, 0), longPress, escaped, move(1, 0, 40), up(1)],
      ['cross 0,0', 'cross '],
      'idle',
    ],
    ['Escape without a drag does nothing', [down(1, 0, 0), escaped, up(1)], ['tap 0,0 true'], 'idle'],
    [
      'a stop abandons the drag, and the finger does nothing more',
      [grabbed(1, 0, 0), move(1, 0, 20), stopped, move(1, 0, 40), up(1)],
      ['drag 0,20', 'abandon'],
      'idle',
    ],
    ['a press that is stopped is no tap', [down(1, 0, 0), stopped, longPress, up(1)], [], 'idle'],
    ['a pointer that is not down is ignored', [move(7, 10, 10), up(7)], [], 'idle'],
  ])('%s', (_, events, actions, gesture) => {
    expect(run(events)).toEqual({ actions, gesture });
  });
});

describe('a finger on a handle', () => {
  it.each([
    ['drags it up', [handle(1, 100, 100), move(1, 103, 80), up(1)], ['drag 103,80', 'drop'], 'idle'],
    [
      'pans when it moves sideways first',
      [handle(1, 100, 100), move(1, 120, 115)],
      ['begin', 'pan 20'],
      'panning',
    ],
    [
      'drags it anywhere once it has moved up or down',
      [handle(1, 100, 100), move(1, 103, 110), move(1, 150, 112)],
      ['drag 103,110', 'drag 150,112'],
      'grabbing',
    ],
    ['taps it', [handle(1, 100, 100), move(1, 104, 100), up(1)], ['drop'], 'idle'],
    [
      'neither drags nor taps it after a stop',
      [handle(1, 100, 100), stopped, move(1, 103, 80), up(1)],
      [],
      'idle',
    ],
  ] as const)('%s', (_, events, actions, gesture) => {
    expect(run(events)).toEqual({ actions, gesture });
  });
});

describe('a finger on what is dragged up or down only', () => {
  it.each([
    ['drags it up', [upright(1, 100, 100), move(1, 103, 80), up(1)], ['drag 103,80', 'drop'], 'idle'],
    [
      'pans when it moves sideways',
      [upright(1, 100, 100), move(1, 120, 103)],
      ['begin', 'pan 20'],
      'panning',
    ],
    ['shows the crosshair when it rests', [upright(1, 100, 100), longPress], ['cross 100,100'], 'crossing'],
    ['leaves a tap to the chart', [upright(1, 100, 100), up(1)], ['tap 100,100 true'], 'idle'],
  ] as const)('%s', (_, events, actions, gesture) => {
    expect(run(events)).toEqual({ actions, gesture });
  });
});
