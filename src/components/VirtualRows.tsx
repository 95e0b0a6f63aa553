import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { later } from '../clock.ts';
import {
  blocksOf,
  fillSlots,
  type RowSlot,
  type RowWindow,
  resizeSlots,
  rowWindow,
  sameWindow,
} from './row-slots.ts';
import { useNodeEffect } from './use-node-effect.ts';
import styles from './VirtualRows.module.css';

interface VirtualRowsProps<T> {
  readonly items: readonly T[];
  /** Height of every row in pixels, at the default text size. */
  readonly rowHeight: number;
  /** Called once for each slot, not for each item: content that depends on the item reads the slot's signals. */
  readonly renderRow: (slot: RowSlot<T>) => ReactNode;
  readonly label: string;
  /**
   * Subscribes to the visible items and their neighbours; returns an unsubscribe function. Called with blocks of rows,
   * since each change is a message to another thread. Pass a stable function.
   */
  readonly follow?: ((items: readonly T[]) => () => void) | undefined;
  /** Called once, when the screen has all its rows. Pass a stable function. */
  readonly onWhole?: (() => void) | undefined;
}

/** Rows drawn beyond each edge: a fling moves less than this in one frame. */
const SPARE_ROWS = 1;
const NOTHING: RowWindow = { first: 0, last: -1 };
/** After this time without movement the list is at rest. */
const REST_MS = 1_000;
const MORE_ROWS = 2;

/**
 * A long list of equally high rows that scrolls with the page or a sheet. It has only as many elements as the screen
 * shows, and scrolling renders nothing: an element that leaves at one end gets the row that enters at the other.
 */
function AllRows<T>({ items, rowHeight: usual, renderRow, label, follow, onWhole }: VirtualRowsProps<T>) {
  const [scale] = useState(textScale);
  const rowHeight = usual * scale;
  const list = useRef<HTMLUListElement>(null);
  const count = items.length;
  const [fit, setFit] = useState(() => rowsThatFit(rowHeight));
  // A focused row that is far away takes the place of a spare one.
  const length = Math.min(count, fit + 2 * SPARE_ROWS);
  const [slots, setSlots] = useState<ReturnType<typeof resizeSlots<T>>>([]);
  const [wasWhole, setWasWhole] = useState(false);
  if (!wasWhole && slots.length >= length) setWasWhole(true);
  if (wasWhole && slots.length !== length) setSlots(resizeSlots(slots, length, items));
  // The first render makes one row, each later task a few more: all at once would delay input.
  useEffect(
    () =>
      slots.length < length
        ? later(0, () =>
            setSlots(resizeSlots(slots, slots.length + (slots.length === 0 ? 1 : MORE_ROWS), items)),
          )
        : undefined,
    [slots, length, items],
  );
  useEffect(() => {
    if (wasWhole) onWhole?.();
  }, [wasWhole, onWhole]);
  useLayoutEffect(() => {
    const node = list.current;
    if (node === null || slots.length === 0) return;
    let seen = NOTHING;
    let frame = 0;
    let cancelSort = (): void => {};
    let near = NOTHING;
    let unfollow = (): void => {};
    const followNear = (): void => {
      const next = blocksOf(seen, count);
      if (follow === undefined || sameWindow(near, next)) return;
      near = next;
      const before = unfollow;
      // Subscribe to the new rows first: rows in both sets stay subscribed.
      unfollow = follow(items.slice(near.first, near.last + 1));
      before();
    };
    const fill = (): void => {
      frame = 0;
      const focused = focusedRow(node);
      fillSlots(slots, items, seen, focused && rowOf(focused));
      followNear();
      cancelSort();
      // Keyboard users need the order at once; for touch the work would come during the movement.
      if (focused) sortRows(node, focused);
      else cancelSort = later(REST_MS, () => sortRows(node, focusedRow(node)));
    };
    const look = (): void => {
      const { top } = node.getBoundingClientRect();
      const next = rowWindow(-top, window.innerHeight, rowHeight, count);
      if (sameWindow(seen, next)) return;
      seen = next;
      // Before the same paint but after the other scroll listeners: measuring in between would force a layout.
      if (frame === 0) frame = requestAnimationFrame(fill);
    };
    const resize = (): void => {
      setFit((now) => Math.max(now, rowsThatFit(rowHeight)));
      look();
    };
    look();
    cancelAnimationFrame(frame);
    fill();
    addEventListener('scroll', look, { passive: true, capture: true });
    addEventListener('resize', resize);
    // What stands above the list may go: the list then moves up without a scroll.
    const moved = new ResizeObserver(look);
    moved.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      cancelSort();
      unfollow();
      moved.disconnect();
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', resize);
    };
  }, [items, count, slots, rowHeight, follow]);
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ blockSize: count * rowHeight, backgroundSize: `100% ${rowHeight}px` }}
      aria-label={label}
    >
      {slots.map((slot, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its place
        <Row key={i} slot={slot} height={rowHeight} count={count}>
          {renderRow(slot)}
        </Row>
      ))}
    </ul>
  );
}

/** Renders again only with other items: a tap on a chip renders what surrounds them first. */
export const VirtualRows = memo(AllRows) as typeof AllRows;

interface RowProps {
  readonly slot: RowSlot<unknown>;
  readonly height: number;
  readonly count: number;
  readonly children: ReactNode;
}

function Row({ slot, height, count, children }: RowProps) {
  const place = useCallback(
    (node: HTMLElement) => {
      const index = slot.index.value;
      node.style.transform = `translateY(${index * height}px)`;
      node.setAttribute('aria-posinset', String(index + 1));
    },
    [slot, height],
  );
  const row = useNodeEffect<HTMLLIElement>(place);
  return (
    <li ref={row} className={styles.row} style={{ blockSize: height }} aria-setsize={count}>
      {children}
    </li>
  );
}

function focusedRow(list: Element): Element | undefined {
  const { activeElement } = document;
  if (activeElement === null || !list.contains(activeElement)) return undefined;
  return [...list.children].find((row) => row.contains(activeElement));
}

const rowsThatFit = (rowHeight: number): number => Math.ceil(window.innerHeight / rowHeight) + 1;

/** The user's text size relative to the default; rows grow with it. */
const textScale = (): number =>
  Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);

/** The index of a row in the list, from 0. */
const rowOf = (element: Element): number => Number(element.getAttribute('aria-posinset')) - 1;

/**
 * Sorts the elements by their rows, so that the Tab key and screen readers follow the visible order. Elements that are in
 * order are not moved, nor is the focused one, which would lose the focus.
 */
function sortRows(list: Element, focused: Element | undefined): void {
  const sorted = [...list.children].sort((a, b) => rowOf(a) - rowOf(b));
  const anchor = focused ?? sorted[Math.floor(sorted.length / 2)];
  if (anchor === undefined) return;
  const at = sorted.indexOf(anchor);
  let edge = anchor;
  for (const row of sorted.slice(0, at).reverse()) {
    if (edge.previousSibling !== row) edge.before(row);
    edge = row;
  }
  edge = anchor;
  for (const row of sorted.slice(at + 1)) {
    if (edge.nextSibling !== row) edge.after(row);
    edge = row;
  }
}
