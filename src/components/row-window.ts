/** The rows that the viewport shows, both ends included; `last < first` when it shows none. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/**
 * @param offset how far the list's top lies above the viewport's, in pixels; negative while it lies below
 * @param viewport the viewport's height in pixels
 */
export function rowWindow(offset: number, viewport: number, rowHeight: number, count: number): RowWindow {
  if (viewport <= 0 || offset + viewport <= 0) return { first: 0, last: -1 };
  const first = Math.min(Math.max(0, Math.floor(offset / rowHeight)), Math.max(0, count - 1));
  const last = Math.min(count - 1, Math.ceil((offset + viewport) / rowHeight) - 1);
  return { first, last };
}

export const sameWindow = (a: RowWindow, b: RowWindow): boolean => a.first === b.first && a.last === b.last;
