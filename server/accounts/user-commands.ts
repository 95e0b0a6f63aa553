import { isLanguage, LANGUAGES, type Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { isRestriction, RESTRICTIONS, type Restriction } from '../../shared/domain/allowed.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { err, ok } from '../../shared/result.ts';
import { isoOf, page, pageNote, readPage } from '../command-values.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Resource } from '../resource.ts';
import type { Verification } from '../verification/verification.ts';
import type { AccountRecord } from './account-repository.ts';
import { type Accounts, DIRECTORY_PAGE } from './accounts.ts';
import { restrictionRepository } from './restriction-repository.ts';
import { accountOfText, uidOf } from './user.ts';

interface UserDeps {
  readonly accounts: Pick<Accounts, 'directory'>;
  readonly exchange: Pick<Exchange, 'figures' | 'restrict'>;
  readonly factors: {
    /** @returns how many wrong proofs were forgotten */
    unlock(account: AccountId): Promise<number>;
    /** @param language of the letter to an owner whose language is not known @returns how many factors there were */
    removeAll(account: AccountId, language?: Language): Promise<number>;
  };
  readonly verification: Pick<Verification, 'forgetSends'>;
}

const id = { help: 'The uid in the list' } as const;
const language = {
  help: 'Language of the letter to an owner whose language is not known',
  choices: LANGUAGES,
  optional: true,
} as const;
const reason = { help: 'Why, for the log; no personal data', logged: true } as const;
const nobody = err('There is no such user.');

export const users: Resource<UserDeps> = {
  help: 'User accounts',
  usual: 'list',
  verbs: {
    list: {
      help: `Newest first, ${DIRECTORY_PAGE} a page`,
      parameters: {
        search: { help: 'Part of the e-mail address or phone', optional: true },
        page,
      },
      async run({ accounts }, { search, page: wanted }) {
        const shown = readPage(wanted);
        if (!shown.ok) return shown;
        const { list, total } = await accounts.directory.find(search, shown.value);
        return ok({ rows: list.map(row), note: pageNote(shown.value, total, DIRECTORY_PAGE) });
      },
    },
    show: {
      help: 'One user: balance, sessions, and number of users invited',
      parameters: { id },
      run: (deps, { id: uid }) => show(deps, uid),
    },
    'end-sessions': {
      help: 'Logs a user out on all devices',
      isSecurityEvent: true,
      parameters: { id },
      async run({ accounts }, { id: uid }) {
        const account = accountOfText(uid);
        const ended = account && (await accounts.directory.endSessions(account));
        if (ended === undefined) return nobody;
        return ok({
          rows: [{ id: Number(uid), ended }],
          changed: { before: { sessions: ended }, after: { sessions: 0 } },
        });
      },
    },
    restrict: {
      help: 'Restricts a customer until it is lifted; blocked also ends the sessions and refuses logins',
      isSecurityEvent: true,
      crosses: true,
      parameters: {
        id,
        state: {
          help: 'close-only: no opening; no-withdrawal; blocked: nothing',
          choices: RESTRICTIONS,
          logged: true,
        },
        reason,
      },
      async run(deps, { id: uid, state }) {
        return isRestriction(state)
          ? restrict(deps, uid, state)
          : err(`state is one of ${RESTRICTIONS.join(', ')}.`);
      },
    },
    'lift-restriction': {
      help: 'Lifts the restriction of a customer',
      isSecurityEvent: true,
      crosses: true,
      parameters: { id, reason },
      run: (deps, { id: uid }) => restrict(deps, uid, undefined),
    },
    unlock: {
      help: 'Forgets the wrong passwords and proofs of an account, and how many codes its contacts were sent',
      isSecurityEvent: true,
      parameters: { id },
      async run({ accounts, factors, verification }, { id: uid }) {
        const account = accountOfText(uid);
        const unlocked = account && (await accounts.directory.unlock(account));
        if (account === undefined || unlocked === undefined) return nobody;
        const proofs = await factors.unlock(account);
        const codes = await verification.forgetSends(unlocked.contacts);
        const row = { id: Number(uid), wrong_passwords: unlocked.guesses, wrong_proofs: proofs, codes };
        const { id: _, ...forgotten } = row;
        return ok({ rows: [row], changed: { before: forgotten, after: null } });
      },
    },
    'remove-factors': {
      help: 'Removes all second factors of an account whose owner lost them; check first who asks',
      isSecurityEvent: true,
      parameters: { id, language },
      async run({ accounts, factors }, { id: uid, language: chosen }) {
        const account = accountOfText(uid);
        const person = account && (await accounts.directory.person(account));
        if (account === undefined || person === undefined) return nobody;
        const removed = await factors.removeAll(account, isLanguage(chosen) ? chosen : undefined);
        return ok({
          rows: [{ id: Number(uid), removed }],
          changed: { before: { factors: removed }, after: { factors: 0 } },
        });
      },
    },
  },
};

/** Sessions end after it is stored: one that begins later is refused. */
async function restrict(
  { accounts, exchange }: UserDeps,
  uid: string | undefined,
  restriction: Restriction | undefined,
) {
  const account = accountOfText(uid);
  const person = account && (await accounts.directory.person(account));
  if (account === undefined || person === undefined) return nobody;
  await exchange.restrict(account, restriction, (transaction, at) =>
    restrictionRepository(transaction).set(account, restriction, at),
  );
  const ended = restriction === 'blocked' ? await accounts.directory.endSessions(account) : 0;
  const after = { restriction: restriction ?? 'none', ended_sessions: ended ?? 0 };
  return ok({
    rows: [{ id: Number(uid), ...after }],
    changed: { before: { restriction: person.restriction ?? 'none' }, after },
  });
}

async function show({ accounts, exchange }: UserDeps, uid: string | undefined) {
  const account = accountOfText(uid);
  const person = account && (await accounts.directory.person(account));
  if (account === undefined || person === undefined) return nobody;
  const { balance, lockBalance } = await exchange.figures(account);
  const { invitedBy } = person.account;
  const facts = {
    ...row(person.account),
    invited_by: invitedBy === undefined ? null : uidOf(invitedBy),
    invited: person.invited,
    restriction: person.restriction ?? 'none',
    balance: moneyToWire(balance),
    lock_balance: moneyToWire(lockBalance),
    sessions: person.sessions.length,
  };
  const places = person.sessions.map(
    ({ device, seenAt }) => `${device || 'an unknown device'}, seen ${isoOf(seenAt)}`,
  );
  return ok({ rows: [facts], ...(places.length === 0 ? {} : { note: places.join('\n') }) });
}

const row = (account: AccountRecord) => ({
  id: uidOf(account.id),
  kind: account.book,
  email: account.email ?? '',
  phone: account.phone ?? '',
  phone_proven: account.phone === undefined ? null : account.phoneProven,
  invite_code: account.inviteCode,
  created_at: isoOf(account.createdAt),
});
