/** How mini charts are shown; `nothing`: none at all, the same frames. */
export type Way = 'product' | 'svg' | 'nothing';

export interface MiniBench {
  /** Mounts ten and takes them away again, so many times. */
  rounds(way: Way, count: number): Promise<void>;
  /** Draws the pictures of the first so many instruments, of which none was drawn yet, and takes all but the last away. */
  drawAll(count: number): Promise<void>;
  /** A list as long as the product's, one mini chart a row. */
  list(way: Exclude<Way, 'nothing'>): void;
}
