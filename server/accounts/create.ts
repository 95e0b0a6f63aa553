import { CODE } from '../../shared/contract/codes.ts';
import type { WireUser } from '../../shared/contract/wire.ts';
import { type Money, ZERO_MONEY } from '../../shared/money.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { settleTo } from '../ledger/settle.ts';
import type { AccountRecord, Store } from '../store/store.ts';
import type { Accounts, NewUser } from './accounts.ts';
import { hashPassword, isAcceptable, NOBODYS_HASH, verifyPassword } from './password.ts';
import type { Random } from './random.ts';
import { hashSecret, makeInviteCode, makeSecret } from './secret.ts';
import { createSessions } from './sessions.ts';

export interface AccountsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: { readonly demoBalance: Money };
  /** Told of what went wrong where nobody waits for an answer. */
  readonly report?: (error: unknown) => void;
}

/** 128 bits: nobody guesses somebody else's demo account. */
const DEMO_ID_BYTES = 16;
/** Uids start here, so that they look like what they are. */
const UID_BASE = 10_000_000;

export function createAccounts(parts: AccountsParts): Accounts {
  const { store, clock, random } = parts;
  const report = parts.report ?? ((error: unknown) => console.error(error));
  const sessions = createSessions({ store, clock, random, report });

  const loggedIn = async (account: AccountRecord) =>
    ok({ token: await sessions.begin(account.id), user: toUser(account) });
  const refused = err(refusal(CODE.wrongCredentials));

  return {
    createDemo: () => createDemo(parts),
    async loginDemo(demoId) {
      const account = await store.read.accounts.byDemoHash(hashSecret(demoId));
      return account === undefined ? refused : loggedIn(account);
    },
    async login(kind, contact, password) {
      const account = await store.read.accounts.byContact(column[kind], normal(contact));
      // Also for nobody's account, so that the time taken tells nothing.
      const right = await verifyPassword(password, account?.passwordHash ?? NOBODYS_HASH);
      return right && account !== undefined ? loggedIn(account) : refused;
    },
    async session(token) {
      const found = await sessions.find(token);
      const account = found && (await store.read.accounts.byId(found.accountId));
      return account && { id: found.id, accountId: account.id, user: toUser(account) };
    },
    endSession: (token) => sessions.end(token),
    onSessionEnded: (listener) => sessions.onEnded(listener),
    createUser: (user) => createUser(parts, user),
    stop: () => sessions.stop(),
  };
}

const column = { email: 'email', mobile: 'phone' } as const;

const normal = (contact: string) => contact.trim().toLowerCase();

const toUser = (account: AccountRecord): WireUser => ({
  uid: UID_BASE + account.id,
  email: account.email ?? '',
  phone: account.phone ?? '',
  is_demo: account.book === 'demo' ? 1 : 0,
  invite_code: account.inviteCode,
});

async function createDemo({ store, clock, random, settings }: AccountsParts) {
  const demoId = makeSecret(random, DEMO_ID_BYTES);
  const now = clock.now();
  await store.write(async (transaction) => {
    const id = await transaction.accounts.insert({
      book: 'demo',
      email: undefined,
      phone: undefined,
      passwordHash: undefined,
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
    if (opening) await transaction.ledger.post(opening);
  });
  return { demoId };
}

async function createUser(
  { store, clock, random }: AccountsParts,
  { email, phone, password }: NewUser,
): Promise<Result<WireUser>> {
  if (email === undefined && phone === undefined) return badField('account');
  if (!isAcceptable(password)) return badField('password');
  const account = {
    book: 'real' as const,
    email: email === undefined ? undefined : normal(email),
    phone: phone === undefined ? undefined : normal(phone),
    passwordHash: await hashPassword(password, random),
    inviteCode: makeInviteCode(random),
  };
  const id = await store.write((transaction) =>
    transaction.accounts.insert({ ...account, demoHash: undefined, createdAt: clock.now() }),
  );
  return id === undefined ? err(refusal(CODE.conflict)) : ok(toUser({ ...account, id }));
}

const badField = (field: string) => err(refusal(CODE.badParameter, '', { field }));
