import type { Signal } from '@preact/signals-react';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { MAX_FAVOURITES } from '../../shared/limits.ts';
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
/** The account's list as it was last known, while the device has changes that the account does not have yet. */
const UNSENT = 'favourites-unsent';
/** The visitor's own list, in the order of its ids, while the device has an account's. */
const ASIDE = 'favourites-aside';

export function createFavouriteSync({ list, store, load, save }: FavouriteSyncDeps): FavouriteSync {
  let account: number | undefined;
  /** The account's list was read; nothing is written over it before. */
  let isRead = false;
  /** As `UNSENT`, of changes that were made before the device had the account's list. */
  let early: readonly InstrumentId[] | undefined;
  let sending: Promise<void> | undefined;
  let loadAgain: (() => Promise<void>) | undefined;

  const isUnsent = () => store.get(UNSENT) !== null;
  const idsOf = (key: string): readonly InstrumentId[] =>
    (store.get(key) ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => instrumentId(Number(id)));
  const keep = (key: string, ids: readonly InstrumentId[]) => store.set(key, ids.join(' '));

  /** One request at a time, each with the whole list: they cannot overtake each other. */
  async function sendAll(): Promise<void> {
    const owner = account;
    while (isUnsent() && account === owner) {
      const sent = list.peek();
      const answer = await save(sent);
      if (!answer.ok || account !== owner) return;
      if (list.peek() === sent) store.remove(UNSENT);
      else keep(UNSENT, sent);
    }
  }

  async function send(): Promise<void> {
    if (!isRead || !isUnsent()) return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    await sending;
  }

  async function take(owner: number, isVisitors: boolean): Promise<void> {
    loadAgain = undefined;
    const answer = await load();
    if (account !== owner) return;
    if (!answer.ok) {
      loadAgain = () => take(owner, isVisitors);
      return;
    }
    isRead = true;
    store.set(OWNER, String(owner));
    const [known, mine] = [isUnsent() ? idsOf(UNSENT) : early, list.peek()];
    early = undefined;
    const isAdopted = isVisitors && answer.value.length === 0 && mine.length > 0;
    const visitors = known ?? mine;
    if (isVisitors && !isAdopted && visitors.length > 0) keep(ASIDE, visitors);
    if (known !== undefined || isAdopted) keep(UNSENT, answer.value);
    if (!isAdopted) list.value = known === undefined ? answer.value : withChanges(answer.value, known, mine);
    await send();
  }

  const retry = () => (loadAgain ? loadAgain() : send());

  return {
    async enter(next) {
      account = next;
      isRead = false;
      early = undefined;
      const owner = store.get(OWNER);
      // Another account's changes that were never sent are not this one's.
      if (owner !== null && owner !== String(next)) store.remove(UNSENT);
      await take(next, owner === null);
    },
    leave(isOnPurpose) {
      account = undefined;
      isRead = false;
      early = undefined;
      loadAgain = undefined;
      if (!isOnPurpose || store.get(OWNER) === null) return;
      list.value = idsOf(ASIDE);
      for (const key of [OWNER, UNSENT, ASIDE]) store.remove(key);
    },
    async change(ids) {
      const before = list.peek();
      list.value = ids;
      const owner = store.get(OWNER);
      if (account !== undefined && owner !== String(account)) early ??= before;
      else if (owner !== null && !isUnsent()) keep(UNSENT, before);
      await retry();
    },
    retry,
  };
}

/** The account's list with the changes from `before` to `after`, which were made without it. */
function withChanges(
  theirs: readonly InstrumentId[],
  before: readonly InstrumentId[],
  after: readonly InstrumentId[],
): readonly InstrumentId[] {
  if (theirs.join() === before.join()) return after;
  const kept = theirs.filter((id) => after.includes(id) || !before.includes(id));
  const added = after.filter((id) => !before.includes(id) && !theirs.includes(id));
  return [...kept, ...added].slice(0, MAX_FAVOURITES);
}
