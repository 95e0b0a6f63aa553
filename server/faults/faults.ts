import type { Clock } from '../clock.ts';
import { createRandom } from '../feed/sim/random.ts';
import type { FaultKind, FaultPlace, FaultSetting } from './setting.ts';

/** A fault that is on, and how far it has come. */
export interface Fault extends FaultSetting {
  readonly struck: number;
  /** Infinite when nothing but clearing ends it. */
  readonly endsAt: number;
}

/** What goes wrong now. Whoever asks whether a fault strikes draws from its chance, which its seed repeats. */
export interface Faults {
  /** False: nothing can strike. */
  readonly isOn: boolean;
  list(): readonly Fault[];
  set(setting: FaultSetting): void;
  /** All of them without a kind. */
  clear(kind?: FaultKind): void;
  /** The fault of this kind as it is set, without a strike. */
  find(kind: FaultKind): FaultSetting | undefined;
  /** Whether it strikes on this occasion. */
  strike(kind: FaultKind, place: FaultPlace): FaultSetting | undefined;
  /** Until when a burst holds what is sent now; 0: not at all. */
  heldUntil(): number;
  onSet(listener: (kind: FaultKind) => void): void;
}

interface Active {
  readonly setting: FaultSetting;
  readonly chance: () => number;
  struck: number;
  endsAt: number;
  /** Of a burst: the end of the hold under way. */
  releaseAt: number;
}

export function createFaults(clock: Clock): Faults {
  const active = new Map<FaultKind, Active>();
  const listeners: ((kind: FaultKind) => void)[] = [];

  function live(kind: FaultKind): Active | undefined {
    const fault = active.get(kind);
    if (fault === undefined || clock.now() < fault.endsAt) return fault;
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
    // The last hold of a burst is held to its end.
    if (fault.struck === count)
      fault.endsAt = Math.min(fault.endsAt, clock.now() + (kind === 'burst' ? ms : 0));
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
        chance: createRandom(`${kind} ${seed}`).next,
        struck: 0,
        endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : clock.now() + seconds * 1_000,
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
      if (clock.now() >= fault.releaseAt) {
        if (strike('burst', 'socket') === undefined) return 0;
        fault.releaseAt = clock.now() + fault.setting.ms;
      }
      return fault.releaseAt;
    },
    onSet: (listener) => void listeners.push(listener),
  };
}
