import { accountRepository } from '../../server/accounts/account-repository.ts';
import type { Db } from '../../server/store/schema.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';

type NewAccount = Parameters<ReturnType<typeof accountRepository>['insert']>[0];

/** A demo account of the first millisecond, without contacts, unless a test says otherwise. */
export const aNewAccount = (inviteCode: string, over: Partial<NewAccount> = {}): NewAccount => ({
  book: 'demo',
  demoHash: over.book === 'real' ? undefined : `demo of ${inviteCode}`,
  inviteCode,
  createdAt: timestampMs(0),
  ...over,
});

export async function insertAccount(
  transaction: Db,
  ...how: Parameters<typeof aNewAccount>
): Promise<AccountId> {
  const account = await accountRepository(transaction).insert(aNewAccount(...how));
  if (account === undefined) throw new Error('no account was opened');
  return account;
}
