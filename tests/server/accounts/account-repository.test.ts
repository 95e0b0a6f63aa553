import { describe, expect, it } from 'vitest';
import { accountRepository } from '../../../server/accounts/account-repository.ts';
import type { Store } from '../../../server/store/store.ts';
import { aNewAccount } from '../../helpers/accounts.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const add = (store: Store, email: string, inviteCode = email) =>
  store.write((transaction) =>
    accountRepository(transaction).insert(aNewAccount(inviteCode, { book: 'real', email })),
  );

onEachDatabase((stores) => {
  describe('accounts', () => {
    it('are found by a part of their e-mail, without wildcards', async () => {
      const store = await stores.open();
      for (const email of [
        'ann_b@example.com',
        'annab@example.com',
        '100%@example.com',
        'back\\slash@example.com',
      ])
        await add(store, email);
      const found = async (text: string) =>
        (await accountRepository(store.read).search(text, 0, 9)).map(({ email }) => email).toReversed();
      expect(await found('ann')).toEqual(['ann_b@example.com', 'annab@example.com']);
      expect(await found('n_b')).toEqual(['ann_b@example.com']);
      expect(await found('0%')).toEqual(['100%@example.com']);
      expect(await found('\\')).toEqual(['back\\slash@example.com']);
      expect(await found('!')).toEqual([]);
      expect(await accountRepository(store.read).count('example.com')).toBe(4);
    });

    it('are distinguished by the case of their letters', async () => {
      const store = await stores.open();
      const ann = await add(store, 'ann@example.com');
      expect(await add(store, 'Ann@example.com')).not.toBe(ann);
      expect((await accountRepository(store.read).byContact('email', 'ann@example.com'))?.id).toBe(ann);
    });

    it('are created once for an e-mail and once for an invite code, in one write with others', async () => {
      const store = await stores.open();
      const made = await Promise.all([
        add(store, 'ann@example.com'),
        add(store, 'ann@example.com', 'other'),
        add(store, 'bob@example.com', 'ann@example.com'),
        add(store, 'eve@example.com'),
      ]);
      expect(made.map((id) => id !== undefined)).toEqual([true, false, false, true]);
    });
  });
});
