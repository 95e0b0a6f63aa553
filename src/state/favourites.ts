/*
 * The starred instruments: a visitor's on this device, an account's with the exchange as well, so that every device of its
 * user shows them. A change is shown at once and sent then.
 */
import { effect } from '@preact/signals-react';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { MAX_FAVOURITES } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import { lasting } from '../link/storage.ts';
import { ask } from './ask.ts';
import { connection } from './connection.ts';
import { createFavouriteSync } from './favourite-sync.ts';
import { favourites } from './preferences.ts';
import { isReplay, refusedInReplay } from './replay-source.ts';
import { session } from './session.ts';

const sync = createFavouriteSync({
  list: favourites,
  store: lasting,
  async load() {
    const answer = refusedInReplay() ?? (await ask('getFavourites', {}));
    return answer.ok ? ok(answer.value.ids.map(instrumentId)) : answer;
  },
  save: (ids) => ask('setFavourites', { ids: ids.join(',') }),
});

/** @returns false if there are as many as there may be */
export function toggleFavourite(id: InstrumentId): boolean {
  const before = favourites.peek();
  const after = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  if (after.length > MAX_FAVOURITES) return false;
  arrangeFavourites(after);
  return true;
}

/** Replaces the list, for example by the same in another order. */
export function arrangeFavourites(ids: readonly InstrumentId[]): void {
  void sync.change(ids);
}

export function startFavourites(): void {
  let entered: number | undefined;
  effect(() => {
    const now = session.value;
    // A recording's account and its stars are not this device's.
    if (isReplay()) return;
    const account = now.status === 'signed-in' ? now.user.uid : undefined;
    if (account !== undefined && account !== entered) void sync.enter(account);
    if (now.status === 'anonymous') sync.leave(now.because === 'signed-out');
    entered = account;
  });
  let wasLive = false;
  const look = (): void => {
    if (connection.value.status !== 'live') return;
    // At the first connection the list has just been asked for.
    void sync.retry(wasLive);
    wasLive = true;
  };
  effect(look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
