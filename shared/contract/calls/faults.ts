import type { FaultKind, FaultPlace, WireFault } from '../wire-faults.ts';
import type { None } from './none.ts';

interface FaultList {
  readonly list: readonly WireFault[];
}

/** The fault console: there in development only, for whoever sits at the exchange's own machine. */
export interface FaultCalls {
  getFaults: { request: None; answer: FaultList };
  /** Puts a fault on, or in place of the one of its kind; answers with all that are on. */
  setFault: {
    request: {
      readonly kind: FaultKind;
      /** Of `drop`, `delay`, `refuse` and `skew`; `all` unless told. */
      readonly on?: FaultPlace;
      /** Percent, 100 unless told. */
      readonly share?: number;
      /** Of `delay`, `burst` and `skew`. */
      readonly ms?: number;
      /** Of `gap`, 1 unless told. */
      readonly skip?: number;
      /** Ends it after so many strikes. */
      readonly count?: number;
      /** Ends it after so long. */
      readonly seconds?: number;
      readonly seed?: number;
    };
    answer: FaultList;
  };
  /** All of them without a kind. */
  clearFaults: { request: { readonly kind?: FaultKind }; answer: FaultList };
}
