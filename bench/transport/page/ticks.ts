/** How ticks come from the worker to the page; `idle`: not at all. */
export type Way = 'product' | 'postMessage' | 'callback' | 'transfer' | 'shared' | 'idle';

/** Ticks are of so many instruments, of which the page shows the first few. */
export const INSTRUMENTS = 500;
export const SHOWN = 14;

/** Of each tick in the buffer of a batch: the instrument, its price. */
export const TICK_LENGTH = 2;

/** What the worker offers. */
export interface TickWorker {
  /** Market frames of the shown instruments, conflated: the product's way. */
  frames(): unknown;
  /** Each tick is posted to this port, or the ticks of a batch in one buffer that is handed over. */
  post(port: MessagePort): void;
  /** Each tick is a call. */
  call(back: (id: number, close: number) => void): void;
  /** Frames are written here. */
  share(memory: SharedArrayBuffer): void;
  begin(way: Way, ticksPerSecond: number): void;
  /** @returns how many ticks there were, and the last price of each shown instrument */
  end(): { readonly ticks: number; readonly closes: readonly number[] };
}
