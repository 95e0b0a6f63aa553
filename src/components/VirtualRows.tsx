import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type RowWindow, rowWindow, sameWindow } from './row-window.ts';
import styles from './VirtualRows.module.css';

interface VirtualRowsProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  /** Pixels at the usual text size, the same for all. */
  readonly rowHeight: number;
  /** `visible` is false for the few rows that are drawn beyond the edge, so that a scroll never shows a gap. */
  readonly renderRow: (item: T, visible: boolean) => ReactNode;
  readonly label: string;
}

/** Rows drawn beyond each edge: at 60 frames a second about as far as a finger flings in two frames. */
const SPARE_ROWS = 4;

/** A long list of rows of one height in the scroll of the page or of a sheet: only what is on the screen is in the document. */
export function VirtualRows<T>({ items, keyOf, rowHeight: usual, renderRow, label }: VirtualRowsProps<T>) {
  const [scale] = useState(textScale);
  const rowHeight = usual * scale;
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<RowWindow>({ first: 0, last: -1 });
  const count = items.length;
  useLayoutEffect(() => {
    const node = list.current;
    if (node === null) return;
    const look = (): void => {
      const { top } = node.getBoundingClientRect();
      const next = rowWindow(-top, window.innerHeight, rowHeight, count);
      setShown((now) => (sameWindow(now, next) ? now : next));
    };
    look();
    addEventListener('scroll', look, { passive: true, capture: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [count, rowHeight]);
  const from = Math.max(0, shown.first - SPARE_ROWS);
  return (
    <ul ref={list} className={styles.list} style={{ blockSize: count * rowHeight }} aria-label={label}>
      {items.slice(from, shown.last + 1 + SPARE_ROWS).map((item, i) => {
        const index = from + i;
        const visible = index >= shown.first && index <= shown.last;
        return (
          <li
            key={keyOf(item)}
            className={styles.row}
            style={{ blockSize: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
            aria-posinset={index + 1}
            aria-setsize={count}
          >
            {renderRow(item, visible)}
          </li>
        );
      })}
    </ul>
  );
}

/** How much larger than usual the user has made texts: rows grow with them. */
const textScale = (): number =>
  Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
