import { describe, expect, it } from 'vitest';
import { type ChatMessage, createChat, MESSAGE_RATE } from '../../../server/chat/chat.ts';
import { chatRepository } from '../../../server/chat/chat-repository.ts';
import { createRateLimit } from '../../../server/rate-limit.ts';
import { ElsewhereError } from '../../../server/store/errors.ts';
import type { Store } from '../../../server/store/store.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { startFiles } from '../files/files-scene.ts';

async function startChat(
  wrapStore: (store: Store) => Store = (store) => store,
  isDealt?: (account: AccountId) => boolean,
) {
  const room = await startFiles();
  const faults: unknown[] = [];
  const make = () =>
    createChat({
      store: wrapStore(room.store),
      clock: room.clock,
      files: room.files,
      takeTurn: createRateLimit(room.clock, MESSAGE_RATE),
      isDealt,
      report: (error) => faults.push(error),
    });
  return { ...room, chat: make(), again: make, faults, user: await room.openAccount() };
}

const words = (messages: readonly ChatMessage[]) => messages.map(({ text }) => text);

describe('the chat room', () => {
  it('accepts a limited user again after the announced time', async () => {
    const { chat, clock, user } = await startChat();
    for (let i = 0; i < 20; i++) good(await chat.say(user, { text: `n${i}` }));
    const refused = await chat.say(user, { text: 'x' });
    const waitS = refused.ok ? 0 : Number(refused.error.facts?.['retry_after_s']);
    expect(waitS).toBe(3);
    clock.advance(waitS * 1_000 - 1);
    expect(codeOf(await chat.say(user, { text: 'x' }))).toBe(CODE.tooMany);
    clock.advance(1);
    expect(codeOf(await chat.say(user, { text: 'x' }))).toBe(CODE.success);
  });

  it('never limits the service', async () => {
    const { chat, user } = await startChat();
    for (let i = 0; i < 40; i++) good(await chat.answer(user, `n${i}`));
    expect((await chat.latest(user)).length).toBe(30);
  });

  it("leaves the service's answer to the process that deals for the account", async () => {
    const dealt = new Set<AccountId>();
    const { chat, user } = await startChat(undefined, (account) => dealt.has(account));
    const told: ChatMessage[] = [];
    chat.onMessage((message) => told.push(message));
    await expect(chat.answer(user, 'Elsewhere')).rejects.toThrow(ElsewhereError);
    expect([await chat.latest(user), told]).toEqual([[], []]);
    expect(codeOf(await chat.answer(user, ' '))).toBe(CODE.badParameter);
    expect(codeOf(await chat.answer((user + 1) as AccountId, 'Nobody'))).toBe(CODE.notFound);
    dealt.add(user);
    good(await chat.answer(user, 'Here'));
    expect([words(await chat.latest(user)), words(told)]).toEqual([['Here'], ['Here']]);
  });

  it('answers a cid with the first message after a restart, and long afterwards', async () => {
    const { chat, again, clock, user } = await startChat();
    const first = good(await chat.say(user, { text: 'Once' }, 'room-cid-1'));
    clock.advance(6 * 86_400_000);
    const later = again();
    expect(good(await later.say(user, { text: 'Once' }, 'room-cid-1'))).toEqual(first);
    expect(codeOf(await later.say(user, { text: 'Twice' }, 'room-cid-1'))).toBe(CODE.cidReused);
    expect(words(await later.latest(user))).toEqual(['Once']);
  });

  it('stores a message once for many requests at the same moment under one cid', async () => {
    const { chat, user } = await startChat();
    const said = await Promise.all(
      Array.from({ length: 30 }, () => chat.say(user, { text: 'At once' }, 'room-cid-4')),
    );
    expect(new Set(said.map((one) => JSON.stringify(good(one)))).size).toBe(1);
    expect(words(await chat.latest(user))).toEqual(['At once']);
  });

  it('shows a picture with a new link each time', async () => {
    const { chat, clock, files, user, send } = await startChat();
    const said = good(await chat.say(user, { image: await send(user) }, 'room-cid-2'));
    clock.advance(86_400_000);
    expect(await files.open(said.image)).toBeUndefined();
    const [shown] = await chat.latest(user);
    const repeated = await chat.latest(user);
    for (const { image } of [shown, ...repeated].filter((one) => one !== undefined)) {
      const picture = await files.open(image);
      expect(picture?.mime).toBe('image/jpeg');
      picture?.content.destroy();
    }
  });

  it('stores and reports nothing when a message cannot be stored, and accepts it under the same cid later', async () => {
    let isFull = false;
    const { chat, user } = await startChat((store) => ({
      ...store,
      write: (work) =>
        store.write(async (transaction) => {
          const done = await work(transaction);
          if (isFull) throw new Error('the disk is full');
          return done;
        }),
    }));
    const told: ChatMessage[] = [];
    chat.onMessage((message) => told.push(message));
    isFull = true;
    await expect(chat.say(user, { text: 'Lost' }, 'room-cid-3')).rejects.toThrow('full');
    await expect(chat.answer(user, 'Lost too')).rejects.toThrow('full');
    expect([await chat.latest(user), told]).toEqual([[], []]);
    isFull = false;
    const said = good(await chat.say(user, { text: 'Lost' }, 'room-cid-3'));
    expect(told).toEqual([said]);
  });

  it('reports a message once it is stored, in the order of its account', async () => {
    const { chat, user, store, openAccount } = await startChat();
    const other = await openAccount();
    const told: ChatMessage[] = [];
    const seen: Promise<boolean>[] = [];
    const off = chat.onMessage((message) => {
      told.push(message);
      const stored = chatRepository(store.read).latest(message.accountId, 30);
      seen.push(stored.then((list) => list.some(({ id }) => id === message.id)));
    });
    const both: readonly AccountId[] = [user, other];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0
          ? chat.answer(both[i % 2] ?? user, `n${i}`)
          : chat.say(both[i % 2] ?? user, { text: `n${i}` }),
      ),
    );
    expect((await Promise.all(seen)).every(Boolean)).toBe(true);
    for (const account of both) {
      const own = told.filter(({ accountId }) => accountId === account);
      expect(own).toEqual(await chat.latest(account));
      expect(own.length).toBe(6);
    }
    off();
    await chat.answer(user, 'Nobody listens');
    expect(told.length).toBe(12);
  });

  it('keeps a message if a listener fails', async () => {
    const { chat, user, faults } = await startChat();
    const told: string[] = [];
    chat.onMessage(() => {
      throw new Error('the line is gone');
    });
    chat.onMessage(({ text }) => told.push(text));
    good(await chat.say(user, { text: 'Heard' }));
    expect([told, words(await chat.latest(user))]).toEqual([['Heard'], ['Heard']]);
    expect(faults).toMatchObject([{ message: 'the line is gone' }]);
  });

  it('waits for pending writes', async () => {
    const { chat, user } = await startChat();
    const saying = chat.say(user, { text: 'Late' });
    await chat.idle();
    expect(words(await chat.latest(user))).toEqual(['Late']);
    const answering = chat.answer(user, 'Later');
    await chat.idle();
    expect(words(await chat.latest(user))).toEqual(['Late', 'Later']);
    for (const done of [saying, answering]) good(await done);
  });
});
