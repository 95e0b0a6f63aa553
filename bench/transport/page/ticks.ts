/** How ticks come from the worker to the page; `idle`: no ticks. */
export type Way = 'product' | 'postMessage' | 'callback' | 'transfer' | 'idle';

/** Number of instruments that tick; the page shows the first few. */
export const INSTRUMENTS = 500;
export const SHOWN = 14;

/** Numbers per tick in a batch's buffer: instrument, price. */
export const TICK_LENGTH = 2;

/** The worker's interface. */
export interface TickWorker {
  /** Starts the product's way: conflated market frames of the shown instruments. */
  frames(): unknown;
  /** Posts each tick to this port, or transfers the ticks of a batch in one buffer. */
  post(port: MessagePort): void;
  /** Calls back for each tick. */
  call(back: (id: number, close: number) => void): void;
  begin(way: Way, ticksPerSecond: number): void;
  /** @returns the number of ticks, and the last price of each shown instrument */
  end(): { readonly ticks: number; readonly closes: readonly number[] };
}
