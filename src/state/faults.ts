import type { FaultKind, FaultPlace, WireFault } from '../../shared/contract/wire-faults.ts';
import { ok, type Result } from '../../shared/result.ts';
import { ask } from './ask.ts';

/** What the fault console can set; what a kind has no use for is left out of its order. */
export interface FaultTerms {
  readonly place: FaultPlace;
  readonly share: number;
  readonly ms: number;
  /** 0: until it is cleared. */
  readonly seconds: number;
}

const WITH_PLACE: readonly FaultKind[] = ['drop', 'delay', 'refuse', 'skew'];
const WITH_MS: readonly FaultKind[] = ['delay', 'burst', 'skew'];

type Faults = Promise<Result<readonly WireFault[]>>;

/** Refused by an exchange that has no fault console, as all but one in development do. */
export const loadFaults = async (): Faults => listOf(await ask('getFaults', {}));

export const setFault = async (kind: FaultKind, { place, share, ms, seconds }: FaultTerms): Faults =>
  listOf(
    await ask('setFault', {
      kind,
      share,
      ...(WITH_PLACE.includes(kind) ? { on: place } : {}),
      ...(WITH_MS.includes(kind) ? { ms } : {}),
      ...(seconds > 0 ? { seconds } : {}),
    }),
  );

/** @param kind all of them without one */
export const clearFaults = async (kind?: FaultKind): Faults =>
  listOf(await ask('clearFaults', kind === undefined ? {} : { kind }));

const listOf = (answer: Result<{ readonly list: readonly WireFault[] }>): Result<readonly WireFault[]> =>
  answer.ok ? ok(answer.value.list) : answer;
