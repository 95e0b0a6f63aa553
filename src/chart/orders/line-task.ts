/*
 * What is asked about lines of the chart, and of which label the bar is open. The chart and the ticket's dock share it: nothing
 * else covers the chart.
 */
import { computed, signal } from '@preact/signals-react';
import type { Position } from '../../../shared/domain/order.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import type { Change, Move, OrderLine, Removal, WorkingOrder } from './line-change.ts';
import type { Draft } from './order-lines.ts';

/** A change of an order, and the order as it is. */
export interface OrderChange<C extends Change = Change> {
  readonly order: WorkingOrder;
  readonly change: C;
}

export type LineTask =
  /** `problem`: why it cannot be; of one that waits, what is wrong with the typed text. */
  | {
      readonly what: 'move';
      readonly changes: readonly OrderChange<Move>[];
      readonly problem?: string | undefined;
    }
  | { readonly what: 'removal'; readonly changes: readonly OrderChange<Removal>[] }
  /** `volume`: of one position; undefined for all of each. */
  | { readonly what: 'close'; readonly positions: readonly Position[]; readonly volume?: Volume | undefined };

export type MoveTask = Extract<LineTask, { readonly what: 'move' }>;

/** What a finger moves. */
export const heldMove = signal<MoveTask>();
/** What waits for its answer in the dock. */
export const lineTask = signal<LineTask>();
export const shownTask = computed(() => heldMove.value ?? lineTask.value);

/** The lines whose label was tapped. */
export interface ChosenLines {
  readonly lines: readonly OrderLine[];
  /** From its label to the foot of the plot, CSS pixels. */
  readonly footPx: number;
  /** What opened the bar by key or screen reader, and has the focus again when it closes. */
  readonly opener?: HTMLElement | undefined;
}
export const chosenLines = signal<ChosenLines>();

/** Whether dock or bar have something to show. */
export const hasLineWork = computed(() => shownTask.value !== undefined || chosenLines.value !== undefined);

/** Changes that were sent and have no answer. */
export const sentDrafts = signal<readonly Draft[]>([]);

/** Nothing is asked any more. */
export function dropLineWork(): void {
  heldMove.value = lineTask.value = chosenLines.value = undefined;
}
