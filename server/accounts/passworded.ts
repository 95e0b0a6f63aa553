import { CODE } from '../../shared/contract/codes.ts';
import type { User } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import { accountRepository } from './account-repository.ts';
import type { Grant, NewUser, Session } from './accounts.ts';
import type { Guesses } from './guesses.ts';
import type { Passwords } from './password.ts';
import { passwordFault } from './password-rules.ts';
import { makeInviteCode } from './secret.ts';
import { sessionRepository } from './session-repository.ts';
import type { Sessions } from './sessions.ts';
import { contactsOf, nameOf, toUser } from './user.ts';

interface Room {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
}

const wrong = err(refusal(CODE.wrongCredentials));

export async function createUser(room: Room, user: NewUser, grant?: Grant): Promise<Result<User>> {
  const { store, clock, random, passwords } = room;
  const { email, phone, password, invitedBy, phoneProven = true } = user;
  const contacts = [email, phone].filter((contact) => contact !== undefined);
  if (contacts.length === 0) return err(refusal(CODE.badParameter, '', { field: 'account' }));
  const fault = passwordFault(password, contacts);
  if (fault) return err(refusal(CODE.badParameter, '', { field: 'password', reason: fault }));
  const account = {
    book: 'real' as const,
    email: email?.value,
    phone: phone?.value,
    areaCode: phone?.areaCode,
    phoneProven,
    passwordHash: await passwords.hash(password),
    inviteCode: makeInviteCode(random),
    invitedBy,
    createdAt: clock.now(),
  };
  return store.write(async (transaction) => {
    const accounts = accountRepository(transaction);
    if (grant && !(await grant(transaction))) return wrong;
    if (phone && phoneProven) await accounts.releaseUnproven(phone.value);
    const id = await accounts.insert(account);
    return id === undefined ? err(refusal(CODE.conflict)) : ok(toUser({ ...account, id }));
  });
}

export async function checkPassword(room: Room, session: Session, password: string): Promise<Result<Grant>> {
  const { store, guesses, passwords } = room;
  // Not counted with the logins: whoever holds a session must not shut its owner out of them.
  const name = `account ${session.accountId}`;
  const guess = await guesses.begin({ name, address: '' });
  if ('waitS' in guess) return err(refusal(CODE.tooMany, '', { retry_after_s: guess.waitS }));
  const account = await accountRepository(store.read).byId(session.accountId);
  if (!(await passwords.verify(password, account?.passwordHash))) return wrong;
  return ok(async (transaction) => {
    await guesses.forget(transaction, [name]);
    return (
      (await accountRepository(transaction).byId(session.accountId))?.passwordHash === account?.passwordHash
    );
  });
}

export async function setPassword(
  room: Room,
  accountId: AccountId,
  password: string,
  grant: Grant,
  keep?: string,
): Promise<Result<null>> {
  const { store, sessions, passwords, guesses } = room;
  const passwordHash = await passwords.hash(password);
  const ended = await store.write(async (transaction) => {
    const accounts = accountRepository(transaction);
    const account = await accounts.byId(accountId);
    if (!(await grant(transaction)) || account === undefined) return undefined;
    await accounts.setPassword(accountId, passwordHash);
    await guesses.forget(transaction, [`account ${accountId}`, ...contactsOf(account).map(nameOf)]);
    return sessionRepository(transaction).removeOf(accountId, keep);
  });
  if (ended === undefined) return wrong;
  sessions.removed(ended);
  return ok(null);
}
