/** How the engine does, for the page's head-up display. */
export interface Vitals {
  /** Share of the last second in which the engine was at work on what came from the socket, 0 to 1. */
  readonly load: number;
  /** Frames that came in the last second. */
  readonly framesPerSecond: number;
  /** Connections after the first. */
  readonly reconnects: number;
  /** Changes that went into a frame which waited for the page, in the last second. */
  readonly conflated: number;
  /** Frames and rows that did not count, by the reason, since the start. */
  readonly dropped: Readonly<Record<string, number>>;
}
