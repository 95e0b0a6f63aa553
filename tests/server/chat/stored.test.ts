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
      const { store, ids } = await scene();
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
    });

    it('form conversations: first those that wait, the longest waiting at the top; then latest first', async () => {
      const { store, ids, openAccount } = await scene();
      const [a, b, c] = ids;
      const [d, e] = [await openAccount(), await openAccount()];
      await openAccount();
      for (const account of [a, b, c, d, e]) await insert(store, account, 'user', `from ${account}`);
      for (const account of [a, e, b]) await insert(store, account, 'service', 'answered');
      await insert(store, d, 'user', 'again');
      await insert(store, a, 'user', 'not yet');
      await insert(store, c, 'user', 'still there?');
      const page = (number: number, size: number) => chatRepository(store.read).conversations(number, size);
      const { list, ...counts } = await page(1, 10);
      expect(list.map(({ last, waits, messages }) => [last.accountId, waits, messages, last.text])).toEqual([
        [c, true, 2, 'still there?'],
        [d, true, 2, 'again'],
        [a, true, 3, 'not yet'],
        [b, false, 2, 'answered'],
        [e, false, 2, 'answered'],
      ]);
      expect(counts).toEqual({ total: 5, waiting: 3 });
      expect(await page(2, 2)).toEqual({ list: list.slice(2, 4), total: 5, waiting: 3 });
      expect(await page(4, 2)).toEqual({ list: [], total: 5, waiting: 3 });
    });
  });
});
