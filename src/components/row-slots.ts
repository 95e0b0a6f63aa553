import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { dealRows, drawnWindow, type RowWindow } from './row-window.ts';

/** A place in the document for one row of a long list; as the list scrolls, it shows one row after another. */
export interface RowSlot<T> {
  readonly item: ReadonlySignal<T>;
  /** Counted from 0. */
  readonly index: ReadonlySignal<number>;
}

export interface WritableSlot<T> extends RowSlot<T> {
  readonly item: Signal<T>;
  readonly index: Signal<number>;
}

/** As many slots as asked for, the ones there are first; new ones show the list's rows in order. */
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
 * Has the slots show the rows around those that are seen.
 *
 * @param focused the row that holds the keyboard's focus: it stays in the document like any element that is scrolled away
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
