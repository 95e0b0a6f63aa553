import { CODE } from '../../shared/contract/codes.ts';
import type { WireUser } from '../../shared/contract/session.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Contact, EmailContact, PhoneContact } from '../contact.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { settleTo } from '../ledger/settle.ts';
import { networkOf } from '../network.ts';
import type { Random } from '../random.ts';
import { badField, restrictedRefusal, tooSoon } from '../refusals.ts';
import { hashSecret, makeInviteCode, makeSecret } from '../secret.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import { NOBODY, type Visitor } from '../visitor.ts';
import { type AccountRecord, accountRepository } from './account-repository.ts';
import type { Guesses } from './guesses.ts';
import type { Passwords } from './password.ts';
import { passwordFault } from './password-rules.ts';
import type { Places } from './places.ts';
import type { Proof, ProofCheck } from './read-proof.ts';
import { sessionRepository } from './session-repository.ts';
import type { Grant, Session, Sessions } from './sessions.ts';
import { contactsOf, nameOf, toUser } from './user.ts';

/** A person with a password and at least one of e-mail and phone. */
export interface NewUser {
  readonly email?: EmailContact;
  readonly phone?: PhoneContact;
  /** False for a phone without proof of ownership; another account can take it with proof. Default: true. */
  readonly phoneProven?: boolean;
  /** Whether the phone is taken from an account that has it without proof: only where a code has proven it. */
  readonly takesPhone?: boolean;
  readonly password: string;
  readonly invitedBy?: AccountId;
}

interface Room {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
  readonly places: Places;
  readonly factors: ProofCheck;
  readonly security?: SecurityRecorder | undefined;
}

/** A call is answered within nine seconds: nobody would get the result of a password that is checked later. */
const WAITS_FOR_MS = 8_000;
const refused = err(refusal(CODE.wrongCredentials));

export async function login(
  room: Room,
  contact: Contact,
  password: string,
  visitor: Visitor = NOBODY,
  proof?: Proof,
) {
  const { store, clock, guesses, passwords, factors, security } = room;
  const until = clock.steady() + WAITS_FOR_MS;
  const place = { name: nameOf(contact), address: visitor.address };
  const guess = await guesses.begin(place);
  const account = await accountRepository(store.read).byContact(contact.kind, contact.value);
  if ('waitS' in guess) {
    security?.record({ kind: 'login_locked', account: account?.id, visitor });
    return tooSoon(guess.waitS);
  }
  // Runs for unknown accounts too, so that the response time is the same.
  const right = await passwords.verify(password, account?.passwordHash, {
    who: networkOf(visitor.address),
    isWaiting: () => clock.steady() < until,
  });
  if (right === undefined) {
    await store.write((transaction) => guesses.withdraw(transaction, guess.id));
    return tooSoon(1);
  }
  if (!right || account === undefined) {
    security?.record({ kind: 'login_wrong', account: account?.id, visitor });
    return refused;
  }
  const proven = await factors.prove(account.id, proof, visitor);
  if (!proven.ok) {
    // Only the factor is missing: asking for it must not use up the attempts at the password.
    await store.write((transaction) => guesses.withdraw(transaction, guess.id));
    return proven;
  }
  let isUsedUp = false;
  let isNewPlace = false;
  const begun = await begin(room, account, visitor, async (transaction) => {
    // If the password changed meanwhile, all sessions ended; do not start another.
    const now = await accountRepository(transaction).byId(account.id);
    if (now?.passwordHash !== account.passwordHash) return false;
    await guesses.succeed(transaction, guess.id, place);
    isUsedUp = !(await proven.value(transaction));
    isNewPlace = !isUsedUp && (await room.places.note(transaction, account.id, visitor));
    return !isUsedUp;
  });
  if (isUsedUp) return factors.refuse(account.id, visitor);
  const detail = isNewPlace ? 'new place' : '';
  if (begun.ok) security?.record({ kind: 'login', account: account.id, visitor, detail });
  return begun;
}

export async function loginDemo(room: Room, demoId: string, visitor: Visitor = NOBODY) {
  const account = await accountRepository(room.store.read).byDemoHash(hashSecret(demoId));
  if (account !== undefined) return begin(room, account, visitor);
  room.security?.record({ kind: 'login_wrong', visitor, detail: 'demo' });
  return refused;
}

async function begin({ sessions, security }: Room, account: AccountRecord, visitor: Visitor, grant?: Grant) {
  const begun = await sessions.begin(account.id, visitor.device, grant);
  if (begun === 'not-granted') return refused;
  if (begun !== 'blocked') return ok({ token: begun.token, user: toUser(account) });
  security?.record({ kind: 'login_blocked', account: account.id, visitor });
  return err(restrictedRefusal('blocked'));
}

export async function createUser(
  room: Room,
  user: NewUser,
  grant?: Grant,
  visitor: Visitor = NOBODY,
): Promise<Result<WireUser>> {
  const { store, clock, random, passwords } = room;
  const { email, phone, password, invitedBy, phoneProven = true, takesPhone = false } = user;
  const contacts = [email, phone].filter((contact) => contact !== undefined);
  if (contacts.length === 0) return badField('account');
  const fault = passwordFault(password, contacts);
  if (fault) return badField('password', fault);
  const account = {
    book: 'real' as const,
    email: email?.value,
    phone: phone?.value,
    areaCode: phone?.areaCode,
    phoneProven,
    passwordHash: await passwords.hash(password, networkOf(visitor.address)),
    inviteCode: makeInviteCode(random),
    invitedBy,
    createdAt: clock.now(),
  };
  return store.write(async (transaction) => {
    const accounts = accountRepository(transaction);
    if (grant && !(await grant(transaction))) return refused;
    if (phone && takesPhone) await accounts.releaseUnproven(phone.value);
    const id = await accounts.insert(account);
    if (id === undefined) return err(refusal(CODE.conflict));
    await room.places.note(transaction, id, visitor);
    return ok(toUser({ ...account, id }));
  });
}

export async function checkPassword(room: Room, session: Session, password: string): Promise<Result<Grant>> {
  const { store, guesses, passwords } = room;
  // Counted apart from logins: a stolen session must not lock the owner out.
  const name = sessionsOf(session.accountId);
  const guess = await guesses.begin({ name, address: '' });
  if ('waitS' in guess) return tooSoon(guess.waitS);
  const account = await accountRepository(store.read).byId(session.accountId);
  if (!(await passwords.verify(password, account?.passwordHash, { who: name }))) return refused;
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
  const passwordHash = await passwords.hash(password, sessionsOf(accountId));
  const ended = await store.write(async (transaction) => {
    const accounts = accountRepository(transaction);
    const account = await accounts.byId(accountId);
    if (!(await grant(transaction)) || account === undefined) return undefined;
    await accounts.setPassword(accountId, passwordHash);
    await guesses.forget(transaction, namesOf(account));
    return sessionRepository(transaction).removeOf(accountId, keep);
  });
  if (ended === undefined) return refused;
  sessions.removed(ended);
  return ok(null);
}

/** The name for attempts by an account's sessions. */
const sessionsOf = (account: AccountId): string => `account ${account}`;

/** All names under which attempts on an account are counted. */
export const namesOf = (account: AccountRecord): readonly string[] => [
  sessionsOf(account.id),
  ...contactsOf(account).map(nameOf),
];

interface DemoDeps extends Pick<Room, 'store' | 'clock' | 'random'> {
  readonly settings: { readonly demoBalance: Money };
}

/** 128 bits: nobody can guess another person's demo account. */
const DEMO_ID_BYTES = 16;

export async function createDemo({ store, clock, random, settings }: DemoDeps) {
  const demoId = makeSecret(random, DEMO_ID_BYTES);
  const now = clock.now();
  await store.write(async (transaction) => {
    const id = await accountRepository(transaction).insert({
      book: 'demo',
      inviteCode: makeInviteCode(random),
      demoHash: hashSecret(demoId),
      createdAt: now,
    });
    if (id === undefined) throw new Error('an invite code came up twice');
    const opening = settleTo({ balance: ZERO_MONEY, advance: ZERO_MONEY }, settings.demoBalance, {
      book: 'demo',
      kind: 'opening',
      accountId: id,
      at: now,
    });
    if (opening) await ledgerRepository(transaction).post(opening);
  });
  return { demoId };
}
