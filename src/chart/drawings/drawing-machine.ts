/*
 * What fingers and buttons do to the drawings of a chart: a pure step. drawing-layer.ts feeds it and paints its states.
 */
import type { DrawingKind } from '../../state/drawing-kinds.ts';
import type { Anchor, Drawing } from '../../state/drawings.ts';
import type { Point } from '../gesture-machine.ts';
import { dragged, type Grid, outlineOf, type Part, partAt, snapped } from './drawing-geometry.ts';

interface Placing {
  readonly status: 'placing';
  readonly kind: DrawingKind;
  /** The first end of a line that has two. */
  readonly first: Anchor | undefined;
}

export type DrawingState =
  | { readonly status: 'idle' }
  /** Something was deleted, which can be taken back. */
  | { readonly status: 'deleted' }
  | { readonly status: 'selected'; readonly index: number }
  | Placing
  /** A pointer is down to place an end; `second` when it is known where. */
  | {
      readonly status: 'pressed';
      readonly before: Placing;
      readonly first: Anchor;
      readonly second: Anchor | undefined;
    }
  | {
      readonly status: 'dragging';
      readonly index: number;
      readonly part: Part;
      readonly from: Point;
      readonly now: Drawing;
    };

export type DrawingEvent =
  | { readonly type: 'choose'; readonly kind: DrawingKind }
  | { readonly type: 'select'; readonly index: number }
  /** A pointer came down, lies within `radius` of what it means, and is claimed if the state changes. */
  | { readonly type: 'down'; readonly at: Point; readonly radius: number }
  | { readonly type: 'drag'; readonly at: Point }
  | { readonly type: 'drop' }
  | { readonly type: 'abandon' }
  /** A tap that nothing claimed. */
  | { readonly type: 'tap'; readonly at: Point; readonly radius: number }
  | { readonly type: 'done' }
  /** Another tab has changed the drawings. */
  | { readonly type: 'changed'; readonly before: readonly Drawing[] }
  /** All of them without an index. */
  | { readonly type: 'delete'; readonly index?: number }
  /** The drawings that were before the last change. */
  | { readonly type: 'undo'; readonly to: readonly Drawing[] };

interface Step {
  readonly state: DrawingState;
  /** The new drawings, if they have changed. */
  readonly drawings?: readonly Drawing[];
}

const IDLE: DrawingState = { status: 'idle' };

export function step(
  state: DrawingState,
  event: DrawingEvent,
  drawings: readonly Drawing[],
  grid: Grid,
): Step {
  switch (event.type) {
    case 'choose':
      return { state: { status: 'placing', kind: event.kind, first: undefined } };
    case 'select':
      return { state: { status: 'selected', index: event.index } };
    case 'down':
      return down(state, event, drawings, grid);
    case 'drag':
      return drag(state, event.at, drawings, grid);
    case 'drop':
      return drop(state, drawings);
    case 'abandon':
      if (state.status === 'dragging') return { state: { status: 'selected', index: state.index } };
      return { state: state.status === 'pressed' ? state.before : state };
    case 'tap': {
      if (!['idle', 'selected', 'deleted'].includes(state.status)) return { state };
      const index = drawingAt(drawings, grid, event.at, event.radius);
      return { state: index < 0 ? IDLE : { status: 'selected', index } };
    }
    case 'done':
      return { state: IDLE };
    case 'changed': {
      if (!('index' in state)) return { state };
      const chosen = JSON.stringify(event.before[state.index]);
      const index = drawings.findIndex((one) => JSON.stringify(one) === chosen);
      return { state: index < 0 ? IDLE : { ...state, index } };
    }
    case 'delete':
      return {
        state: { status: 'deleted' },
        drawings: event.index === undefined ? [] : drawings.filter((_, index) => index !== event.index),
      };
    case 'undo':
      return { state: IDLE, drawings: event.to };
    default:
      return event satisfies never;
  }
}

/** The newest drawing at a position, which is painted above the others; -1 without one. */
const drawingAt = (drawings: readonly Drawing[], grid: Grid, at: Point, radius: number): number =>
  drawings.findLastIndex((one) => partAt(outlineOf(grid, one), at, radius) !== undefined);

function down(
  state: DrawingState,
  { at, radius }: Extract<DrawingEvent, { type: 'down' }>,
  drawings: readonly Drawing[],
  grid: Grid,
): Step {
  if (state.status === 'placing') {
    const here = snapped(grid, at);
    const isFirst = state.kind !== 'horizontal' && state.first === undefined;
    return {
      state: {
        status: 'pressed',
        before: state,
        first: state.first ?? here,
        second: isFirst ? undefined : here,
      },
    };
  }
  if (state.status !== 'selected') return { state };
  const drawing = drawings[state.index];
  const part = drawing && partAt(outlineOf(grid, drawing), at, radius);
  if (!drawing || part === undefined) return { state };
  return { state: { status: 'dragging', index: state.index, part, from: at, now: drawing } };
}

function drag(state: DrawingState, at: Point, drawings: readonly Drawing[], grid: Grid): Step {
  if (state.status === 'pressed') return { state: { ...state, second: snapped(grid, at) } };
  if (state.status !== 'dragging') return { state };
  const drawing = drawings[state.index];
  return drawing
    ? { state: { ...state, now: dragged(grid, drawing, state.part, state.from, at) } }
    : { state: IDLE };
}

function drop(state: DrawingState, drawings: readonly Drawing[]): Step {
  if (state.status === 'dragging') {
    return {
      state: { status: 'selected', index: state.index },
      drawings: drawings.with(state.index, state.now),
    };
  }
  if (state.status !== 'pressed') return { state };
  const placed = placedOf(state);
  // The first end is down; the second one is still to come.
  if (!placed) return { state: { ...state.before, first: state.first } };
  return { state: { status: 'selected', index: drawings.length }, drawings: [...drawings, placed] };
}

function placedOf({
  before,
  first,
  second,
}: Extract<DrawingState, { status: 'pressed' }>): Drawing | undefined {
  if (!second) return undefined;
  if (before.kind === 'horizontal') return { kind: before.kind, price: second.price };
  // Two ends in one place are no line.
  if (first.time === second.time && first.price === second.price) return undefined;
  return { kind: before.kind, from: first, to: second };
}

/** The drawings to paint in a state: with what is being placed or dragged, and the index of the one with handles. */
export function shownOf(
  state: DrawingState,
  drawings: readonly Drawing[],
): { readonly list: readonly Drawing[]; readonly selected: number } {
  const placed = state.status === 'pressed' && placedOf(state);
  if (placed) return { list: [...drawings, placed], selected: drawings.length };
  return {
    list: state.status === 'dragging' ? drawings.with(state.index, state.now) : drawings,
    selected: 'index' in state ? state.index : -1,
  };
}

/** The end that waits for the other one, which is painted as a dot. */
export function openEnd(state: DrawingState): Anchor | undefined {
  if (state.status === 'placing') return state.first;
  return state.status === 'pressed' && state.before.kind !== 'horizontal' && !placedOf(state)
    ? state.first
    : undefined;
}
