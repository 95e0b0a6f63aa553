import type { Signal } from '@preact/signals-react';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import type { Result } from '../../shared/result.ts';
import type { TextStore } from '../link/storage.ts';

interface FavouriteSyncDeps {
  /** The list of this device; kept there by its owner. */
  readonly list: Signal<readonly InstrumentId[]>;
  readonly store: Pick<TextStore, 'get' | 'set' | 'remove'>;
  load(): Promise<Result<readonly InstrumentId[]>>;
  save(ids: readonly InstrumentId[]): Promise<Result<unknown>>;
}

export interface FavouriteSync {
  /**
   * An account is signed in: the device gets its list, or the account that has none gets the visitor's. A visitor's list that
   * gives way is set aside.
   */
  enter(account: number): Promise<void>;
  /**
   * Nobody is signed in. What was changed meanwhile stays for the account's next session, unless it was ended on purpose: then
   * the visitor's list is back.
   */
  leave(isOnPurpose: boolean): void;
  /** Shows the list at once, and sends it to the account. */
  change(ids: readonly InstrumentId[]): Promise<void>;
  /** Sends what could not be sent, and loads what could not be loaded. */
  retry(): Promise<void>;
}

/** The account whose list the device has; absent: a visitor's own. */
const OWNER = 'favourites-of';
/** The account does not have the device's list yet. */
const UNSENT = 'favourites-unsent';
/** The visitor's own list, in the order of its ids, while the device has an account's. */
const ASIDE = 'favourites-aside';

export function createFavouriteSync({ list, store, load, save }: FavouriteSyncDeps): FavouriteSync {
  let account: number | undefined;
  let sending: Promise<void> | undefined;
  let loadAgain: (() => Promise<void>) | undefined;

  const isUnsent = () => store.get(UNSENT) !== null;

  /** One request at a time, each with the whole list: they cannot overtake each other. */
  async function sendAll(): Promise<void> {
    const owner = account;
    while (isUnsent() && account === owner) {
      const sent = list.peek();
      const answer = await save(sent);
      if (!answer.ok) return;
      if (account === owner && list.peek() === sent) store.remove(UNSENT);
    }
  }

  async function send(): Promise<void> {
    if (account === undefined || !isUnsent()) return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    await sending;
  }

  async function take(owner: number, isVisitors: boolean): Promise<void> {
    const answer = await load();
    if (account !== owner) return;
    loadAgain = answer.ok ? undefined : () => take(owner, isVisitors);
    if (!answer.ok || isUnsent()) return;
    store.set(OWNER, String(owner));
    if (isVisitors && answer.value.length === 0 && list.peek().length > 0) {
      store.set(UNSENT, '1');
      return send();
    }
    if (isVisitors && list.peek().length > 0) store.set(ASIDE, list.peek().join(' '));
    list.value = answer.value;
  }

  return {
    async enter(next) {
      account = next;
      loadAgain = undefined;
      const owner = store.get(OWNER);
      // Another account's changes that were never sent are not this one's.
      if (owner !== null && owner !== String(next)) store.remove(UNSENT);
      await (isUnsent() ? send() : take(next, owner === null));
    },
    leave(isOnPurpose) {
      account = undefined;
      loadAgain = undefined;
      if (!isOnPurpose || store.get(OWNER) === null) return;
      store.remove(OWNER);
      store.remove(UNSENT);
      list.value = (store.get(ASIDE)?.split(' ') ?? []).map((id) => instrumentId(Number(id)));
      store.remove(ASIDE);
    },
    async change(ids) {
      list.value = ids;
      if (store.get(OWNER) === null && account === undefined) return;
      store.set(UNSENT, '1');
      await send();
    },
    retry: () => (loadAgain && !isUnsent() ? loadAgain() : send()),
  };
}
