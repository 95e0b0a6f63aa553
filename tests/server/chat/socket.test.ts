import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { type SocketClient, sharedHttp } from '../http-fixture.ts';
import { join } from './people.ts';

const http = sharedHttp();
const { operator } = http;

async function subscribed(socket: SocketClient) {
  socket.send({ cmd: 'sub', topic: 'CHAT' });
  expect((await socket.ack('sub', 'CHAT')).code).toBe(CODE.success);
  return { socket, snapshot: await socket.data('CHAT') };
}

/** Everything sent to a client so far has arrived when the answer to its own next request has. */
async function settled(socket: SocketClient): Promise<void> {
  socket.send('ping');
  await socket.next((frame) => frame === 'pong');
}

const chatFrames = ({ frames }: SocketClient) => frames.filter(({ topic, seq }) => topic === 'CHAT' && seq);

describe('CHAT', () => {
  it('starts with the last 30 messages, oldest first, and continues with each new one', async () => {
    const user = await join(http);
    for (let i = 0; i < 33; i++) await operator.rows('chat', 'answer', { uid: user.uid, text: `a${i}` });
    const { socket, snapshot } = await subscribed(await user.socket());
    expect(snapshot.seq).toBe(1);
    expect(snapshot.data).toEqual({ messages: (await user.read()).data.list });
    expect(snapshot.data.messages.map(({ text }: { text: string }) => text)).toEqual(
      Array.from({ length: 30 }, (_, i) => `a${i + 3}`),
    );
    const sent = await user.say({ text: 'New' });
    const frame = await socket.data('CHAT');
    expect([frame.seq, frame.data]).toEqual([2, { messages: [sent.data] }]);
    socket.raw.close();
  });

  it("pushes both sides' messages to every socket of the account, and to no other account", async () => {
    const [user, stranger] = [await join(http), await join(http)];
    const [phone, tablet] = [await subscribed(await user.socket()), await subscribed(await user.socket())];
    const other = await subscribed(await stranger.socket());
    const sent = await user.say({ text: 'Question' });
    await operator.rows('chat', 'answer', { uid: user.uid, text: 'Answer' });
    for (const { socket } of [phone, tablet]) {
      const question = await socket.data('CHAT');
      const answer = await socket.data('CHAT');
      expect(question.data).toEqual({ messages: [sent.data] });
      expect(answer.data.messages).toMatchObject([{ from: 'service', text: 'Answer', image: '' }]);
      expect([question.seq, answer.seq]).toEqual([2, 3]);
    }
    await settled(other.socket);
    expect(chatFrames(other.socket).map(({ data }) => data)).toEqual([{ messages: [] }]);
    await stranger.say({ text: 'Mine' });
    expect((await other.socket.data('CHAT')).data.messages).toMatchObject([{ text: 'Mine' }]);
    for (const { socket } of [phone, tablet]) {
      await settled(socket);
      expect(chatFrames(socket).length).toBe(3);
      socket.raw.close();
    }
    other.socket.raw.close();
  });

  it('pushes a picture with a link that is valid now', async () => {
    const user = await join(http);
    const { socket } = await subscribed(await user.socket());
    await user.say({ image: await user.upload() });
    const [message] = (await socket.data('CHAT')).data.messages;
    expect((await http.ask(message.image)).status).toBe(200);
    socket.raw.close();
  });

  it('pushes a message once that is sent twice under one cid', async () => {
    const user = await join(http);
    const { socket } = await subscribed(await user.socket());
    for (let i = 0; i < 3; i++) await user.say({ text: 'Once', cid: 'chat-cid-6' });
    await user.say({ text: 'Next' });
    const pushed = [await socket.data('CHAT'), await socket.data('CHAT')];
    expect(pushed.flatMap(({ data }) => data.messages.map(({ text }: { text: string }) => text))).toEqual([
      'Once',
      'Next',
    ]);
    socket.raw.close();
  });

  it('requires a login, and ends with it', async () => {
    const user = await join(http);
    const nobody = await http.socket();
    nobody.send({ cmd: 'sub', topic: 'CHAT' });
    expect((await nobody.ack('sub', 'CHAT')).code).toBe(CODE.sessionExpired);
    const { socket } = await subscribed(await user.socket());
    socket.send({ cmd: 'logout' });
    await socket.ack('logout');
    await operator.rows('chat', 'answer', { uid: user.uid, text: 'Too late' });
    for (const one of [nobody, socket]) await settled(one);
    expect(chatFrames(nobody)).toEqual([]);
    expect(chatFrames(socket).length).toBe(1);
    for (const one of [nobody, socket]) one.raw.close();
  });
});
