import type { Clock } from '../clock.ts';
import { seededRandom } from '../seeded-random.ts';
import type { FaultKind, FaultPlace, FaultSetting } from './fault-setting.ts';

/*
 * Injected faults, for development: dropped and delayed frames, refused connections, expired sessions. Present only with
 * FAULTS=on or in development; the operator's command sets them. `roles/port.ts` hands socket and HTTP their share (`socket-faults.ts`,
 * `http-faults.ts`), `roles/rooms.ts` the accounts theirs (`session-faults.ts`), so that none of these rooms knows this one.
 */

/** An active fault and its progress. */
interface Fault extends FaultSetting {
  readonly struck: number;
  /** Infinite when only `clear` ends it. */
  readonly endsAt: number;
}

/** Active faults. Each call of `strike` draws from the fault's seeded random numbers. */
export interface Faults {
  /** False: no fault can strike. */
  readonly isOn: boolean;
  list(): readonly Fault[];
  set(setting: FaultSetting): void;
  /** Ends one kind, or all without a kind. */
  clear(kind?: FaultKind): void;
  /** The setting of this kind, without drawing a strike. */
  find(kind: FaultKind): FaultSetting | undefined;
  /** @returns the setting if the fault strikes on this occasion */
  strike(kind: FaultKind, place: FaultPlace): FaultSetting | undefined;
  /** Time until which a burst holds frames that are sent now; 0 for none. */
  heldUntil(): number;
  onSet(listener: (kind: FaultKind) => void): void;
}

interface Active {
  readonly setting: FaultSetting;
  readonly chance: () => number;
  struck: number;
  endsAt: number;
  /** For a burst: the end of the current hold. */
  releaseAt: number;
}

export function createFaults(clock: Clock): Faults {
  const active = new Map<FaultKind, Active>();
  const listeners: ((kind: FaultKind) => void)[] = [];

  function live(kind: FaultKind): Active | undefined {
    const fault = active.get(kind);
    if (fault === undefined || clock.steady() < fault.endsAt) return fault;
    active.delete(kind);
    return undefined;
  }

  function strike(kind: FaultKind, place: FaultPlace): FaultSetting | undefined {
    const fault = live(kind);
    if (fault === undefined) return undefined;
    const { on, share, count, ms } = fault.setting;
    const isSpent = count !== undefined && fault.struck >= count;
    if (isSpent || !(on === 'all' || on === place) || fault.chance() * 100 >= share) return undefined;
    fault.struck++;
    // The last hold of a burst lasts to its end.
    if (fault.struck === count)
      fault.endsAt = Math.min(fault.endsAt, clock.steady() + (kind === 'burst' ? ms : 0));
    return fault.setting;
  }

  return {
    get isOn() {
      return active.size > 0;
    },
    list: () =>
      [...active.keys()].flatMap((kind) => {
        const fault = live(kind);
        return fault === undefined ? [] : [{ ...fault.setting, struck: fault.struck, endsAt: fault.endsAt }];
      }),
    set(setting) {
      const { kind, seconds, seed } = setting;
      active.set(kind, {
        setting,
        chance: seededRandom(`${kind} ${seed}`).next,
        struck: 0,
        endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : clock.steady() + seconds * 1_000,
        releaseAt: 0,
      });
      for (const listener of listeners) listener(kind);
    },
    clear(kind) {
      if (kind === undefined) active.clear();
      else active.delete(kind);
    },
    find: (kind) => live(kind)?.setting,
    strike,
    heldUntil() {
      const fault = live('burst');
      if (fault === undefined) return 0;
      if (clock.steady() >= fault.releaseAt) {
        if (strike('burst', 'socket') === undefined) return 0;
        fault.releaseAt = clock.steady() + fault.setting.ms;
      }
      return fault.releaseAt;
    },
    onSet: (listener) => void listeners.push(listener),
  };
}
