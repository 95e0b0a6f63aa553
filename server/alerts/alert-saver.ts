import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { type Alert, type AlertState, alertRepository } from './alert-repository.ts';

interface AlertSaverDeps {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  /** Called with the alerts that have fired, after that is stored. */
  readonly onFired: (fired: readonly Alert[]) => void;
  readonly report: (error: unknown) => void;
}

const RETRY_MS = 1_000;
/** Ids in one statement. */
const CHUNK = 500;

/**
 * Stores what ticks have made of alerts: all that is known at a time in one write, and the next after it. What could not be
 * written is tried again.
 */
export function createAlertSaver({ store, clock, onFired, report }: AlertSaverDeps) {
  const unsaved = new Map<number, AlertState>();
  let saving: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let isStopped = false;

  const save = async (): Promise<void> => {
    // All of a tick together.
    await Promise.resolve();
    while (unsaved.size > 0 && (await saveOnce()));
    // In the same turn: what comes next has to begin another.
    saving = undefined;
  };

  /** @returns whether it is stored; otherwise it will be tried again */
  const saveOnce = async (): Promise<boolean> => {
    const taken = new Map(unsaved);
    unsaved.clear();
    try {
      onFired(await store.write(async (transaction) => put(alertRepository(transaction), taken)));
      return true;
    } catch (error) {
      report(error);
      // What is newer stands.
      for (const [id, state] of taken) unsaved.set(id, joined(state, unsaved.get(id)));
      if (!isStopped)
        cancel = clock.after(RETRY_MS, () => {
          cancel = undefined;
          saveNow();
        });
      return false;
    }
  };

  const saveNow = (): void => {
    if (cancel === undefined) saving ??= save();
  };

  return {
    put(id: number, state: AlertState): void {
      unsaved.set(id, joined(unsaved.get(id), state));
      saveNow();
    },
    /** The user has changed the alert: what ticks made of it before does not count any more. */
    forget: (id: number): void => void unsaved.delete(id),
    /** Resolves when everything is stored, or one more try has failed. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel?.();
      await saving;
      await save();
    },
  };
}

const joined = (before: AlertState | undefined, after: AlertState | undefined): AlertState => {
  const newest = after ?? before;
  if (newest === undefined) throw new Error('nothing to store');
  return { ...newest, fired: after?.fired ?? before?.fired };
};

/** Alerts that became the same share a statement. */
async function put(
  alerts: ReturnType<typeof alertRepository>,
  states: ReadonlyMap<number, AlertState>,
): Promise<readonly Alert[]> {
  const groups = new Map<string, { readonly state: AlertState; readonly ids: number[] }>();
  for (const [id, state] of states) {
    const key = `${state.isOn} ${state.isArmed} ${state.pricesAt} ${state.fired?.at} ${state.fired?.price}`;
    const group = groups.get(key) ?? { state, ids: [] };
    groups.set(key, group);
    group.ids.push(id);
  }
  const fired: Alert[] = [];
  for (const { state, ids } of groups.values()) {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const stored = await alerts.put(ids.slice(from, from + CHUNK), state);
      if (state.fired === undefined) continue;
      fired.push(...stored);
      await alerts.noteFirings(stored, state.fired);
    }
  }
  return fired;
}
