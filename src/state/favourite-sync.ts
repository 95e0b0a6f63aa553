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
  /**
   * Sends what could not be sent, and loads what could not be loaded.
   * @param isOld loads the account's list in any case: another device may have changed it
   */
  retry(isOld?: boolean): Promise<void>;
}

/** The account whose list the device has; absent: a visitor's own. */
const OWNER = 'favourites-of';
/** The account's list as it was last known, while the device has changes that the account does not have yet. */
const UNSENT = 'favourites-unsent';
/** The visitor's own list, in the order of its ids, while the device has an account's. */
const ASIDE = 'favourites-aside';

/** Of a signed-in account; answers to an earlier one are dropped. */
interface Session {
  readonly account: number;
  /** The account's list was read in it. */
  isRead: boolean;
  /** Underway. */
  exchange: Promise<void> | undefined;
}

export function createFavouriteSync({ list, store, load, save }: FavouriteSyncDeps): FavouriteSync {
  const idsOf = (key: string): readonly InstrumentId[] =>
    (store.get(key) ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => instrumentId(Number(id)));
  const keep = (key: string, ids: readonly InstrumentId[]) => store.set(key, ids.join(' '));

  let session: Session | undefined;
  /** Whose list this page has, as `OWNER` says of the stored one, which another tab may have replaced since. */
  let owner = store.get(OWNER);
  /** As `UNSENT`, of this page's list, and of changes that were made before it was the account's. */
  let known = store.get(UNSENT) === null ? undefined : idsOf(UNSENT);

  /** Whether the list is the account's; without one, whether it is any account's. */
  const isOf = (account = session?.account) =>
    owner !== null && (account === undefined || owner === String(account));

  function begin(account: number | undefined): void {
    // An account's changes that were never sent are not those of another.
    if (!isOf(account)) known = undefined;
    session = account === undefined ? undefined : { account, isRead: false, exchange: undefined };
  }

  /** The stored list is this page's. */
  function note(): void {
    if (owner === null) store.remove(OWNER);
    else store.set(OWNER, owner);
    if (known !== undefined && isOf()) keep(UNSENT, known);
    else store.remove(UNSENT);
  }

  /**
   * The exchange takes only whole lists: this page's changes are sent in the account's list as it is by then. One request
   * at a time: they cannot overtake each other.
   */
  async function readAndSend(own: Session): Promise<void> {
    do {
      const answer = await load();
      if (session !== own || !answer.ok) break;
      take(own, answer.value);
      if (known === undefined) break;
      const sent = list.peek();
      const saved = await save(sent);
      if (session !== own || !saved.ok) break;
      known = list.peek() === sent ? undefined : sent;
      note();
    } while (known !== undefined);
    own.exchange = undefined;
  }

  function take(own: Session, theirs: readonly InstrumentId[]): void {
    const mine = list.peek();
    const isVisitors = owner === null;
    const isAdopted = isVisitors && theirs.length === 0 && mine.length > 0;
    const before = known ?? mine;
    if (isVisitors && !isAdopted && before.length > 0) keep(ASIDE, before);
    if (isAdopted || known !== undefined) known = theirs;
    own.isRead = true;
    owner = String(own.account);
    note();
    list.value = withChanges(theirs, isAdopted ? theirs : before, mine);
  }

  async function retry(isOld = false): Promise<void> {
    if (session === undefined || !(isOld || !session.isRead || known !== undefined)) return;
    session.exchange ??= readAndSend(session);
    await session.exchange;
  }

  return {
    async enter(next) {
      begin(next);
      await retry();
    },
    leave(isOnPurpose) {
      begin(undefined);
      if (!isOnPurpose || owner === null) return;
      list.value = idsOf(ASIDE);
      store.remove(ASIDE);
      owner = null;
      known = undefined;
      note();
    },
    async change(ids) {
      const before = list.peek();
      list.value = ids;
      if (session !== undefined || owner !== null) known ??= before;
      note();
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
