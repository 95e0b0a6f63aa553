/** What the fault console can do to those who are connected. */
export const FAULT_KINDS = [
  'drop',
  'delay',
  'duplicate',
  'swap',
  'gap',
  'half-open',
  'refuse',
  '999',
  'skew',
  'burst',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const FAULT_PLACES = ['all', 'socket', 'http'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

/** A fault that is on. */
export interface WireFault {
  readonly kind: FaultKind;
  /** What it strikes. */
  readonly on: FaultPlace;
  /** Percent of the occasions on which it strikes. */
  readonly share: number;
  /** How long, or how far; 0 where the kind has no such measure. */
  readonly ms: number;
  /** Sequence numbers that a gap leaves out; 0 for the other kinds. */
  readonly skip: number;
  readonly seed: number;
  /** How often it has struck. */
  readonly struck: number;
  /** How often it may still strike; 0 when that is not limited. */
  readonly count_left: number;
  /** Empty when it lasts until it is cleared. */
  readonly ends_at: string;
}
