import { describe, expect, it } from 'vitest';
import { createCandles, putCandle } from '../../../../shared/domain/candle.ts';
import { price } from '../../../../shared/domain/price.ts';
import type { Grid } from '../../../../src/chart/drawings/drawing-geometry.ts';
import {
  type DrawingEvent,
  type DrawingState,
  openEnd,
  shownOf,
  step,
} from '../../../../src/chart/drawings/drawing-machine.ts';
import type { Drawing } from '../../../../src/state/drawings.ts';

const candles = createCandles();
for (let i = 0; i < 20; i++) putCandle(candles, [i * 60, 100, 150, 50, 100, 1]);
/** 10 px a candle, 1 px a point: index 0 at x = 5, price 0 at y = 200. */
const grid: Grid = {
  candles,
  periodS: 60,
  at: { left: 0, top: 0, width: 200, height: 200, floor: 200, from: -0.5, span: 20, lowest: 0, highest: 200 },
};

const down = (x: number, y: number): DrawingEvent => ({ type: 'down', at: { x, y }, radius: 12 });
const drag = (x: number, y: number): DrawingEvent => ({ type: 'drag', at: { x, y } });
const tap = (x: number, y: number): DrawingEvent => ({ type: 'tap', at: { x, y }, radius: 12 });
const drop: DrawingEvent = { type: 'drop' };
const abandon: DrawingEvent = { type: 'abandon' };
const choose = (kind: Drawing['kind']): DrawingEvent => ({ type: 'choose', kind });
const anchor = (index: number, points: number) => ({ time: index * 60, price: price(points) });

const level: Drawing = { kind: 'horizontal', price: price(150) };
const trend: Drawing = { kind: 'trend', from: anchor(2, 100), to: anchor(12, 40) };

function run(events: readonly DrawingEvent[], from: readonly Drawing[] = []) {
  let state: DrawingState = { status: 'idle' };
  let drawings = from;
  for (const event of events) {
    const next = step(state, event, drawings, grid);
    state = next.state;
    drawings = next.drawings ?? drawings;
  }
  return { state, drawings };
}

describe('placing a drawing', () => {
  it.each<[string, DrawingEvent[], Drawing[], DrawingState]>([
    [
      'a tap places a horizontal line, which is then selected',
      [choose('horizontal'), down(90, 50), drop],
      [level],
      { status: 'selected', index: 0 },
    ],
    [
      'a drag places a horizontal line where it ends',
      [choose('horizontal'), down(90, 150), drag(120, 50), drop],
      [level],
      { status: 'selected', index: 0 },
    ],
    [
      'a drag places both ends of a trend line',
      [choose('trend'), down(25, 100), drag(90, 90), drag(125, 160), drop],
      [trend],
      { status: 'selected', index: 0 },
    ],
    [
      'two taps place the ends of a trend line',
      [choose('trend'), down(25, 100), drop, down(125, 160), drop],
      [trend],
      { status: 'selected', index: 0 },
    ],
    [
      'a retracement is placed in the same way',
      [choose('fibonacci'), down(25, 100), drag(125, 160), drop],
      [{ ...trend, kind: 'fibonacci' }],
      { status: 'selected', index: 0 },
    ],
    [
      'two ends in one place are no line',
      [choose('trend'), down(25, 100), drop, down(26, 100), drop],
      [],
      { status: 'placing', kind: 'trend', first: anchor(2, 100) },
    ],
    [
      'an abandoned first end is forgotten',
      [choose('trend'), down(25, 100), drag(60, 60), abandon],
      [],
      { status: 'placing', kind: 'trend', first: undefined },
    ],
    [
      'an abandoned second end keeps the first',
      [choose('trend'), down(25, 100), drop, down(90, 20), abandon],
      [],
      { status: 'placing', kind: 'trend', first: anchor(2, 100) },
    ],
    ['it can be given up', [choose('trend'), down(25, 100), drop, { type: 'done' }], [], { status: 'idle' }],
  ])('%s', (_, events, drawings, state) => {
    expect(run(events)).toEqual({ drawings, state });
  });
});

describe('a drawing', () => {
  it.each<[string, DrawingEvent[], Drawing[], DrawingState]>([
    ['is selected by a tap', [tap(25, 100)], [level, trend], { status: 'selected', index: 1 }],
    [
      'is no longer selected after a tap beside it',
      [tap(25, 100), tap(150, 190)],
      [level, trend],
      { status: 'idle' },
    ],
    [
      'is not claimed before it is selected',
      [down(25, 100), drag(90, 90), drop],
      [level, trend],
      { status: 'idle' },
    ],
    [
      'is moved by its end',
      [tap(25, 100), down(125, 160), drag(105, 120), drop],
      [level, { ...trend, to: anchor(10, 80) }],
      { status: 'selected', index: 1 },
    ],
    [
      'is moved as a whole',
      [tap(25, 100), down(75, 130), drag(85, 110), drop],
      [level, { kind: 'trend', from: anchor(3, 120), to: anchor(13, 60) }],
      { status: 'selected', index: 1 },
    ],
    [
      'is where it was after an abandoned drag',
      [tap(25, 100), down(125, 160), drag(105, 120), abandon],
      [level, trend],
      { status: 'selected', index: 1 },
    ],
    ['is deleted alone', [tap(25, 100), { type: 'delete', index: 1 }], [level], { status: 'deleted' }],
    [
      'is selected from a list',
      [{ type: 'select', index: 0 }],
      [level, trend],
      { status: 'selected', index: 0 },
    ],
  ])('%s', (_, events, drawings, state) => {
    expect(run(events, [level, trend])).toEqual({ drawings, state });
  });
});

describe('a choice, after another tab has changed the drawings,', () => {
  const changed = (events: readonly DrawingEvent[], after: readonly Drawing[]) => {
    const before = [level, trend];
    const { state } = step(run(events, before).state, { type: 'changed', before }, after, grid);
    return { state, shown: shownOf(state, after), dropped: step(state, drop, after, grid) };
  };
  const chosen = [tap(25, 100)];
  const held = [...chosen, down(125, 160), drag(105, 120)];
  const moved = { ...trend, to: anchor(10, 80) };

  it('is the same drawing at another place', () => {
    // As read from its text: equal, and not the same object.
    expect(changed(chosen, [{ ...trend }, level]).state).toEqual({ status: 'selected', index: 0 });
    expect(changed(held, [{ ...trend }, level])).toMatchObject({
      shown: { list: [moved, level], selected: 0 },
      dropped: { state: { status: 'selected', index: 0 }, drawings: [moved, level] },
    });
  });

  it('is dropped if it is gone, and a finger on it changes nothing', () => {
    expect(changed(chosen, [level]).state).toEqual({ status: 'idle' });
    const { dropped, shown } = changed(held, [level, { ...trend, kind: 'fibonacci' }]);
    expect(shown).toEqual({ list: [level, { ...trend, kind: 'fibonacci' }], selected: -1 });
    expect(dropped).toEqual({ state: { status: 'idle' } });
  });

  it('of a tool stays', () => {
    expect(changed([choose('trend'), down(25, 100), drop], []).state).toMatchObject({ status: 'placing' });
  });
});

it('of drawings upon each other, a tap selects the newest', () => {
  expect(run([tap(25, 100)], [trend, trend]).state).toEqual({ status: 'selected', index: 1 });
});

it('a tap that nothing claimed selects nothing while a drawing is placed', () => {
  const placing: DrawingState = { status: 'placing', kind: 'trend', first: undefined };
  expect(run([choose('trend'), tap(25, 100)], [level, trend]).state).toEqual(placing);
});

it('a drag ends when its drawing is gone, for example deleted in another tab', () => {
  const { state } = run([tap(25, 100), down(125, 160), drag(105, 120)], [level, trend]);
  expect(step(state, drag(100, 100), [level], grid)).toEqual({ state: { status: 'idle' } });
});

describe('what is painted', () => {
  it('has the drawing that is being placed or moved, with its handles', () => {
    const placing = run([choose('trend'), down(25, 100), drag(125, 160)], [level]);
    expect(shownOf(placing.state, placing.drawings)).toEqual({ list: [level, trend], selected: 1 });
    const moving = run([tap(25, 50), down(25, 50), drag(25, 100)], [level]);
    expect(shownOf(moving.state, moving.drawings)).toEqual({
      list: [{ kind: 'horizontal', price: price(100) }],
      selected: 0,
    });
  });

  it('has a dot where the first end is', () => {
    const { state } = run([choose('trend'), down(25, 100), drop]);
    expect(openEnd(state)).toEqual(anchor(2, 100));
    expect(openEnd(run([choose('horizontal'), down(25, 100)]).state)).toBeUndefined();
  });
});
