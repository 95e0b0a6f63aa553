import { expect, it } from 'vitest';
import { openStore } from '../../../server/store/open.ts';
import { writeFirstVersion } from '../../helpers/first-version.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

onEachDatabase((stores) => {
  it('sessions and accounts of the first version have all that later ones have', async () => {
    const place = await stores.place();
    const old = await writeFirstVersion(place);
    const store = await openStore(place);
    const [session] = await store.read.sessions.ofAccount(old.account, old.at);
    expect(session).toMatchObject({ publicId: 'session', device: '', createdAt: old.at, seenAt: old.at });
    expect(await store.read.accounts.byId(old.account)).toMatchObject({
      phoneProven: true,
      areaCode: undefined,
      invitedBy: undefined,
    });
    await store.close();
  });
});
