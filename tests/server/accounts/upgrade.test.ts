import { expect, it } from 'vitest';
import { accountRepository } from '../../../server/accounts/account-repository.ts';
import { sessionRepository } from '../../../server/accounts/session-repository.ts';
import { openStore } from '../../../server/store/store.ts';
import { writeFirstVersion } from '../../helpers/first-version.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

onEachDatabase((stores) => {
  it('sessions of the first version end at the age of 90 days, accounts are whole', async () => {
    const place = await stores.emptyPlace();
    const old = await writeFirstVersion(place);
    const store = await openStore(place);
    const [session] = await sessionRepository(store.read).ofAccount(old.account, old.at);
    expect(session).toMatchObject({
      publicId: 'session',
      device: 'Firefox',
      createdAt: old.at,
      seenAt: old.at,
    });
    expect(session?.expiresAt).toBe(old.at + 90 * 86_400_000);
    expect(await accountRepository(store.read).byId(old.account)).toMatchObject({
      phoneProven: true,
      areaCode: undefined,
      invitedBy: undefined,
    });
    await store.close();
  });
});
