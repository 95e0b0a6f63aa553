import { CODE } from '../../shared/contract/codes.ts';
import type { Money } from '../../shared/domain/money.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import { accountRepository } from './account-repository.ts';
import type { Accounts } from './accounts.ts';
import { createDemo } from './demo.ts';
import { createDirectory } from './directory.ts';
import { createGuesses } from './guesses.ts';
import { login, loginDemo } from './login.ts';
import { createPasswords, type Passwords } from './password.ts';
import { checkPassword, createUser, setPassword } from './passworded.ts';
import { hashSecret } from './secret.ts';
import { createSessions } from './sessions.ts';
import { toUser } from './user.ts';

export interface AccountsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: { readonly demoBalance: Money };
  /** Told of what went wrong where nobody waits for an answer. */
  readonly report?: (error: unknown) => void;
  /** How passwords are kept; scrypt unless told. */
  readonly passwords?: Passwords;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { store, clock, random } = parts;
  const report = parts.report ?? ((error: unknown) => console.error(error));
  const sessions = createSessions({ store, clock, random, report });
  const passwords = parts.passwords ?? createPasswords(random);
  const room = { store, clock, random, sessions, passwords, guesses: createGuesses({ store, clock }) };

  return {
    createDemo: () => createDemo(parts),
    loginDemo: (demoId, visitor) => loginDemo(room, demoId, visitor),
    login: (contact, password, visitor) => login(room, contact, password, visitor),
    async session(token) {
      const found = await sessions.find(token);
      const account = found && (await accountRepository(store.read).byId(found.accountId));
      return account && { id: found.id, accountId: account.id, user: toUser(account) };
    },
    endSession: (token) => sessions.end(hashSecret(token)),
    logout: ({ id }) => sessions.end(id),
    async sessions(session) {
      const all = await sessions.ofAccount(session.accountId);
      return all.map((one) => ({ ...one, isCurrent: one.id === session.id }));
    },
    async endSessionOf(session, publicId) {
      const all = await sessions.ofAccount(session.accountId);
      const found = all.find((one) => one.publicId === publicId);
      if (found === undefined) return err(refusal(CODE.notFound));
      await sessions.end(found.id);
      return ok(null);
    },
    onSessionEnded: (listener) => sessions.onEnded(listener),
    createUser: (user, grant) => createUser(room, user, grant),
    checkPassword: (session, password) => checkPassword(room, session, password),
    setPassword: (account, password, grant, keep) => setPassword(room, account, password, grant, keep),
    directory: createDirectory(store, sessions),
    stop: () => sessions.stop(),
  };
}
