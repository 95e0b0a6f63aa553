/** The place of a row in the list, counted from 0. */
export const rowOf = (element: Element): number => Number(element.getAttribute('aria-posinset')) - 1;

/**
 * Brings the elements into the order of their rows: what comes next to the Tab key and to a screen reader is what comes
 * next to the eye. Elements that are in order are not moved, nor is the one that holds the focus, which would lose it.
 */
export function sortRows(list: Element, focused: Element | undefined): void {
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
