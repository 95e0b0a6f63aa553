import { signal } from '@preact/signals-react';

const place = () => {
  const node = signal<HTMLElement | null>(null);
  return {
    node,
    /** A `ref`. */
    take(next: HTMLElement | null): void {
      node.value = next;
    },
  };
};

/** Where the ticket gives way while a line of the chart is edited: its rows, and its bar with Sell and Buy. */
export const linePlaces = { rows: place(), bar: place() };
