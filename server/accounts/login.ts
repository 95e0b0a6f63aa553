import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import type { Store } from '../store/store.ts';
import { type AccountRecord, accountRepository } from './account-repository.ts';
import type { Grant, Visitor } from './accounts.ts';
import type { Contact } from './contact.ts';
import type { Guesses } from './guesses.ts';
import type { Passwords } from './password.ts';
import { hashSecret } from './secret.ts';
import type { Sessions } from './sessions.ts';
import { nameOf, toUser } from './user.ts';

interface LoginRoom {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
}

const NOBODY: Visitor = { address: '', device: '' };
const refused = err(refusal(CODE.wrongCredentials));

export async function login(room: LoginRoom, contact: Contact, password: string, visitor: Visitor = NOBODY) {
  const { store, guesses, passwords } = room;
  const place = { name: nameOf(contact), address: visitor.address };
  const guess = await guesses.begin(place);
  if ('waitS' in guess) return err(refusal(CODE.tooMany, '', { retry_after_s: guess.waitS }));
  const account = await accountRepository(store.read).byContact(contact.kind, contact.value);
  // Also for nobody's account: the same is done, and takes as long.
  const right = await passwords.verify(password, account?.passwordHash);
  if (!right || account === undefined) return refused;
  return begin(room, account, visitor, async (transaction) => {
    // A password that was changed meanwhile has ended all sessions, and must not begin another.
    const now = await accountRepository(transaction).byId(account.id);
    if (now?.passwordHash !== account.passwordHash) return false;
    await guesses.succeed(transaction, guess.id, place);
    return true;
  });
}

export async function loginDemo(room: LoginRoom, demoId: string, visitor: Visitor = NOBODY) {
  const account = await accountRepository(room.store.read).byDemoHash(hashSecret(demoId));
  return account === undefined ? refused : begin(room, account, visitor);
}

async function begin({ sessions }: LoginRoom, account: AccountRecord, visitor: Visitor, grant?: Grant) {
  const token = await sessions.begin(account.id, visitor.device, grant);
  return token === undefined ? refused : ok({ token, user: toUser(account) });
}
