import type { AccountId } from '../../shared/domain/account.ts';
import type { Store } from '../store/store.ts';
import { type AccountRecord, accountRepository } from './account-repository.ts';
import { sessionRepository } from './session-repository.ts';
import type { Sessions } from './sessions.ts';

/** A user as shown to an operator. */
interface Person {
  readonly account: AccountRecord;
  /** The active sessions, latest first. */
  readonly sessions: readonly { readonly device: string; readonly seenAt: number }[];
  /** Number of accounts that registered with this account's invite code. */
  readonly invited: number;
}

/** Lookups and actions on accounts for operators. */
export interface Directory {
  /** @param text part of an e-mail or phone; without it, all accounts. Newest first; `page` starts at 1 */
  find(
    text: string | undefined,
    page: number,
  ): Promise<{ readonly list: readonly AccountRecord[]; readonly total: number }>;
  person(id: AccountId): Promise<Person | undefined>;
  /** @returns the number of ended sessions; undefined if there is no such account */
  endSessions(id: AccountId): Promise<number | undefined>;
}

export const DIRECTORY_PAGE = 50;

export function createDirectory(store: Store, sessions: Sessions): Directory {
  return {
    async find(text, page) {
      const wanted = text?.trim().toLowerCase();
      const list = await accountRepository(store.read).search(
        wanted,
        (page - 1) * DIRECTORY_PAGE,
        DIRECTORY_PAGE,
      );
      return { list, total: await accountRepository(store.read).count(wanted) };
    },
    async person(id) {
      const account = await accountRepository(store.read).byId(id);
      if (account === undefined) return undefined;
      const invited = await accountRepository(store.read).countInvited(id);
      return { account, sessions: await sessions.ofAccount(id), invited };
    },
    async endSessions(id) {
      const ended = await store.write(async (transaction) =>
        (await accountRepository(transaction).byId(id)) === undefined
          ? undefined
          : sessionRepository(transaction).removeOf(id),
      );
      if (ended) sessions.removed(ended);
      return ended?.length;
    },
  };
}
