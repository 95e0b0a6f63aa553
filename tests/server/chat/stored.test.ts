import { describe, expect, it } from 'vitest';
import { chatRepository } from '../../../server/chat/chat-repository.ts';
import type { ChatSender } from '../../../server/chat/chat-tables.ts';
import type { FileId } from '../../../server/files/file-tables.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { startDealing } from '../../helpers/dealing.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const AT = timestampMs(1_772_582_400_123);

onEachDatabase(({ place }) => {
  const scene = async () => {
    const { address: _, ...where } = await place();
    const dealing = await startDealing(where);
    const accounts = [await dealing.openAccount(), await dealing.openAccount(), await dealing.openAccount()];
    return { ...dealing, ids: accounts as [AccountId, AccountId, AccountId] };
  };
  const insert = (store: Store, accountId: AccountId, from: ChatSender, text: string, image?: string) =>
    store.write((transaction) =>
      chatRepository(transaction).insert({
        accountId,
        from,
        text,
        image: image as FileId | undefined,
        at: AT,
      }),
    );

  describe('stored messages', () => {
    it('are read unchanged', async () => {
      const { store, ids, stop } = await scene();
      const [one] = ids;
      const text = await insert(store, one, 'user', 'Zeile 1\nعربي 🙂');
      const picture = await insert(store, one, 'service', '', '0123abcd');
      expect(await chatRepository(store.read).latest(one, 10)).toEqual([text, picture]);
      expect(text).toEqual({
        id: text.id,
        accountId: one,
        from: 'user',
        text: 'Zeile 1\nعربي 🙂',
        image: undefined,
        at: AT,
      });
      expect(picture.image).toBe('0123abcd');
      await stop();
    });

    it('are read backwards by pages, separately for each account', async () => {
      const { store, ids, stop } = await scene();
      const [one, other] = ids;
      const own: number[] = [];
      for (let i = 0; i < 7; i++) {
        own.push((await insert(store, one, 'user', `n${i}`)).id);
        await insert(store, other, 'user', `m${i}`);
      }
      const page = async (before?: number) =>
        (await chatRepository(store.read).latest(one, 3, before)).map(({ id }) => id);
      expect(await page()).toEqual(own.slice(4));
      expect(await page(own[4])).toEqual(own.slice(1, 4));
      expect(await page(own[1])).toEqual(own.slice(0, 1));
      expect(await page(own[0])).toEqual([]);
      await stop();
    });

    it('form conversations: those that wait for an answer first, each group latest first', async () => {
      const { store, ids, stop, openAccount } = await scene();
      const [a, b, c] = ids;
      const d = await openAccount();
      await openAccount();
      for (const account of [a, b, c, d]) await insert(store, account, 'user', `from ${account}`);
      await insert(store, b, 'service', 'answered');
      await insert(store, a, 'service', 'answered too');
      await insert(store, d, 'user', 'again');
      const found = await chatRepository(store.read).conversations(10);
      expect(found.map(({ last, waits, messages }) => [last.accountId, waits, messages, last.text])).toEqual([
        [d, true, 2, 'again'],
        [c, true, 1, `from ${c}`],
        [a, false, 2, 'answered too'],
        [b, false, 2, 'answered'],
      ]);
      expect((await chatRepository(store.read).conversations(3)).length).toBe(3);
      await stop();
    });
  });
});
