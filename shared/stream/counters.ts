/** Dropped or repaired input, by code: malformed input is counted, never trusted and never fatal. */
export interface Counters {
  /** Frames that are not JSON. */
  malformedJson: number;
  /** JSON without the fields of a frame. */
  malformedFrame: number;
  /** Rows inside a frame with missing, surplus or non-numeric fields. */
  malformedRow: number;
  /** Frames of a topic without holders, or of an earlier subscription. */
  unheld: number;
  duplicate: number;
  gap: number;
  /** Frames that were old on arrival: a backlog after a suspension. */
  backlog: number;
}

export const createCounters = (): Counters => ({
  malformedJson: 0,
  malformedFrame: 0,
  malformedRow: 0,
  unheld: 0,
  duplicate: 0,
  gap: 0,
  backlog: 0,
});
