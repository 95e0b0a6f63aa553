import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/** An element of a long list. As the list scrolls, the slot shows one row after another. */
export interface RowSlot<T> {
  readonly item: ReadonlySignal<T>;
  /** Index of the row, from 0. */
  readonly index: ReadonlySignal<number>;
}

export interface WritableSlot<T> extends RowSlot<T> {
  readonly item: Signal<T>;
  readonly index: Signal<number>;
}

/** Returns `length` slots: the existing ones first, then new ones for the following rows. */
export function resizeSlots<T>(
  slots: readonly WritableSlot<T>[],
  length: number,
  items: readonly T[],
): readonly WritableSlot<T>[] {
  const added = items.slice(slots.length, length).map((item, i) => ({
    item: signal(item),
    index: signal(slots.length + i),
  }));
  return [...slots.slice(0, length), ...added];
}

/**
 * Assigns the rows around the visible ones to the slots.
 *
 * @param focused the focused row: it stays in the document, as in any list that scrolls
 */
export function fillSlots<T>(
  slots: readonly WritableSlot<T>[],
  items: readonly T[],
  seen: RowWindow,
  focused: number | undefined,
): void {
  const count = items.length;
  const all = drawnWindow(seen, slots.length, count);
  const pinned = focused !== undefined && focused < count ? focused : undefined;
  const isFar = pinned !== undefined && (pinned < all.first || pinned > all.last);
  const wanted = isFar ? drawnWindow(seen, slots.length - 1, count) : all;
  const rows = dealRows(
    slots.map((slot) => slot.index.peek()),
    wanted,
    pinned,
  );
  batch(() => {
    slots.forEach((slot, i) => {
      const row = rows[i];
      const item = row === undefined ? undefined : items[row];
      if (row === undefined || item === undefined) return;
      slot.index.value = row;
      slot.item.value = item;
    });
  });
}

/** A range of rows, both ends included; empty if `last < first`. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/**
 * The rows that the viewport shows or is about to show: always as many as fit at once. So a row enters as another one
 * leaves, which is one change instead of two, and a row is there before its first pixel is visible.
 *
 * @param offset distance from the list's top down to the viewport's top in pixels; negative if the list begins below it
 * @param viewport the viewport's height in pixels
 */
export function rowWindow(offset: number, viewport: number, rowHeight: number, count: number): RowWindow {
  if (viewport <= 0 || offset + viewport <= 0 || count === 0) return { first: 0, last: -1 };
  const top = Math.floor(offset / rowHeight);
  const last = Math.min(count - 1, top + Math.ceil(viewport / rowHeight));
  return { first: Math.min(Math.max(0, top), count - 1), last };
}

export const sameWindow = (a: RowWindow, b: RowWindow): boolean => a.first === b.first && a.last === b.last;

/** Rows in a block: the visible blocks change this many times less often than the visible rows. */
const BLOCK_ROWS = 8;

/** The rows of all blocks that are at least partly visible. */
export function blocksOf({ first, last }: RowWindow, count: number): RowWindow {
  if (last < first) return { first, last };
  const from = Math.floor(first / BLOCK_ROWS) * BLOCK_ROWS;
  return { first: from, last: Math.min(count, (Math.floor(last / BLOCK_ROWS) + 1) * BLOCK_ROWS) - 1 };
}

/** `length` rows around the visible ones, within the list. */
export function drawnWindow({ first, last }: RowWindow, length: number, count: number): RowWindow {
  const spare = length - (last - first + 1);
  const from = Math.max(0, Math.min(first - Math.floor(spare / 2), count - length));
  return { first: from, last: Math.min(count, from + length) - 1 };
}

/**
 * The row that each slot shows next. A slot whose row stays keeps it, so that nothing is written; the others take the
 * rows that enter.
 *
 * @param shown the current row of each slot
 * @param wanted at most as many rows as slots, the pinned one not counted
 * @param pinned a row that keeps its slot even outside the window
 */
export function dealRows(
  shown: readonly number[],
  wanted: RowWindow,
  pinned: number | undefined,
): readonly number[] {
  const lacking = new Set<number>();
  for (let row = wanted.first; row <= wanted.last; row++) lacking.add(row);
  const free: number[] = [];
  shown.forEach((row, slot) => {
    if (!lacking.delete(row) && row !== pinned) free.push(slot);
  });
  const next = [...shown];
  for (const row of lacking) {
    const slot = free.shift();
    if (slot !== undefined) next[slot] = row;
  }
  return next;
}
