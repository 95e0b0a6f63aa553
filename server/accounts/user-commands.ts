import type { AccountId } from '../../shared/domain/account.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { err, ok } from '../../shared/result.ts';
import type { OperatorServices, Thing } from '../ops/resource.ts';
import type { AccountRecord } from './account-repository.ts';
import { DIRECTORY_PAGE } from './directory.ts';
import { accountOfUid, uidOf } from './user.ts';

const id = { help: 'The uid in the list' } as const;
const nobody = err('There is no such user.');

export const users: Thing = {
  help: 'Who has an account',
  usual: 'list',
  verbs: {
    list: {
      help: `Newest first, ${DIRECTORY_PAGE} a page`,
      parameters: {
        search: { help: 'A part of the e-mail address or phone', optional: true },
        page: { help: 'From 1', optional: true },
      },
      async run({ accounts }, { search, page = '1' }) {
        if (!/^[1-9][0-9]{0,6}$/.test(page)) return err('page is a whole number from 1.');
        const { list, total } = await accounts.directory.find(search, Number(page));
        const pages = Math.max(1, Math.ceil(total / DIRECTORY_PAGE));
        return ok({ rows: list.map(row), note: `Page ${page} of ${pages}; ${total} in all.` });
      },
    },
    show: {
      help: 'One of them: balance, sessions, and how many came by the invite code',
      parameters: { id },
      run: (services, { id: uid }) => show(services, uid),
    },
    'end-sessions': {
      help: 'Logs a user out everywhere',
      parameters: { id },
      async run({ accounts }, { id: uid }) {
        const account = accountOf(uid);
        const ended = account && (await accounts.directory.endSessions(account));
        return ended === undefined ? nobody : ok({ rows: [{ id: Number(uid), ended }] });
      },
    },
  },
};

async function show({ accounts, exchange }: OperatorServices, uid: string | undefined) {
  const account = accountOf(uid);
  const person = account && (await accounts.directory.person(account));
  if (account === undefined || person === undefined) return nobody;
  const { balance, lockBalance } = await exchange.figures(account);
  const { invitedBy } = person.account;
  const facts = {
    ...row(person.account),
    invited_by: invitedBy === undefined ? null : uidOf(invitedBy),
    invited: person.invited,
    balance: moneyToWire(balance),
    lock_balance: moneyToWire(lockBalance),
    sessions: person.sessions.length,
  };
  const places = person.sessions.map(
    ({ device, seenAt }) => `${device || 'an unknown device'}, seen ${new Date(seenAt).toISOString()}`,
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
  created_at: new Date(account.createdAt).toISOString(),
});

function accountOf(uid: string | undefined): AccountId | undefined {
  const account = /^[1-9][0-9]{0,12}$/.test(uid ?? '') ? accountOfUid(Number(uid)) : 0;
  return account > 0 ? (account as AccountId) : undefined;
}
