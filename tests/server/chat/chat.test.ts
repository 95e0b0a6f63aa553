import { describe, expect, it } from 'vitest';
import type { WireChatMessage } from '../../../shared/contract/chat.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { VECTORS } from '../content/xss-vectors.ts';
import { sharedHttp } from '../http-fixture.ts';
import { join } from './people.ts';

const http = sharedHttp();
const { operator } = http;

const texts = (list: readonly WireChatMessage[]) => list.map(({ text }) => text);

describe('a message', () => {
  // spec: 7.60
  it('is answered as it is stored, and listed with the others, oldest first', async () => {
    const user = await join(http);
    expect((await user.read()).data).toEqual({ list: [] });
    const sent = await user.say({ text: ' Hello \r\n there ' });
    expect(sent.data).toEqual({
      id: expect.any(Number),
      from: 'user',
      text: 'Hello \n there',
      image: '',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    await user.say({ text: 'Again' });
    await operator.rows('chat', 'answer', { uid: user.uid, text: 'Good day' });
    const { list } = (await user.read()).data;
    expect(list[0]).toEqual(sent.data);
    expect(list.map(({ from, text }: WireChatMessage) => [from, text])).toEqual([
      ['user', 'Hello \n there'],
      ['user', 'Again'],
      ['service', 'Good day'],
    ]);
  });

  it('is not visible to other users', async () => {
    const [one, other] = [await join(http), await join(http)];
    await one.say({ text: 'Mine' });
    expect((await other.read()).data.list).toEqual([]);
    expect((await other.read(2_000_000_000)).data.list).toEqual([]);
  });

  it('can be a picture, shown by anyone who has its address', async () => {
    const user = await join(http);
    const { data } = await user.say({ image: await user.upload() });
    expect(data).toMatchObject({ from: 'user', text: '', image: expect.stringMatching(/^\/files\/\w+\?/) });
    const [message] = (await user.read()).data.list;
    const picture = await http.ask(message.image);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await http.ask(message.image.replace(/key=.{10}/, 'key=AAAAAAAAAA'))).status).toBe(404);
  });

  it.each<[string, (mine: string, theirs: string) => Readonly<Record<string, string>>, string]>([
    ['nothing', () => ({}), 'text'],
    ['an empty text', () => ({ text: '' }), 'text'],
    ['spaces', () => ({ text: ' \n\t ' }), 'text'],
    ['signs that nobody sees', () => ({ text: '\u200b\u202e\u0000' }), 'text'],
    ['too long a text', () => ({ text: 'x'.repeat(2_001) }), 'text'],
    ['far too long a text', () => ({ text: 'x'.repeat(9_000) }), 'text'],
    ['both', (image) => ({ text: 'x', image }), 'image'],
    ["somebody else's picture", (_, image) => ({ image }), 'image'],
    ['a picture from elsewhere', () => ({ image: 'https://evil.example/x.png' }), 'image'],
    ['an address of this server', () => ({ image: '/logos/EURUSD.svg' }), 'image'],
    ['an address that is changed', (image) => ({ image: `${image}x` }), 'image'],
    ['too short a cid', () => ({ text: 'x', cid: 'short' }), 'cid'],
  ])('that is %s is refused and not stored', async (_, fields, field) => {
    const [user, other] = [await join(http), await join(http)];
    const answer = await user.say(fields(await user.upload(), await other.upload()));
    expect(answer).toMatchObject({ status: 200, code: CODE.badParameter, data: { field } });
    expect((await user.read()).data.list).toEqual([]);
  });

  it.each([
    ['of one sign', 'x'],
    ['of 2,000 letters', 'x'.repeat(2_000)],
    ['of 2,000 signs of twelve bytes each in a form', '🙂'.repeat(2_000)],
  ])('%s is accepted', async (_, text) => {
    const user = await join(http);
    expect((await user.say({ text })).data.text).toBe(text);
  });

  it('is plain text, also if it looks like markup', async () => {
    // No database stores the character 0, so no call accepts it.
    const some = VECTORS.filter((vector, i) => i % 20 === 0 && !vector.includes('\u0000'));
    for (let from = 0; from < some.length; from += 15) {
      const user = await join(http);
      for (const vector of some.slice(from, from + 15)) {
        const { data } = await user.say({ text: `T ${vector}` });
        expect(data.text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
        expect(data.text.startsWith('T ')).toBe(true);
        if (/^<[a-z]/.test(vector)) expect(data.text).toContain('<');
      }
    }
    const user = await join(http);
    expect((await user.say({ text: '<script>alert(1)</script>' })).data.text).toBe(
      '<script>alert(1)</script>',
    );
  });
});

describe('reading back', () => {
  // spec: 7.59
  it('returns the last 30, and those before the oldest known one', async () => {
    const user = await join(http);
    for (let i = 0; i < 10; i++) await user.say({ text: `q${i}` });
    for (let i = 0; i < 55; i++) await operator.rows('chat', 'answer', { uid: user.uid, text: `a${i}` });
    const wanted = [
      ...Array.from({ length: 10 }, (_, i) => `q${i}`),
      ...Array.from({ length: 55 }, (_, i) => `a${i}`),
    ];
    const pages = [(await user.read()).data.list];
    while (pages[0].length === 30) pages.unshift((await user.read(pages[0][0].id)).data.list);
    expect(pages.map((page) => page.length)).toEqual([5, 30, 30]);
    expect(texts(pages.flat())).toEqual(wanted);
    expect((await user.read(pages[0][0].id)).data.list).toEqual([]);
  });

  it.each(['0', '-1', 'x', '1.5', '99999999999'])('before=%s is refused', async (before) => {
    const user = await join(http);
    const answer = await http.ask(`/api/chat/list?before=${before}`, {
      headers: { authorization: user.token },
    });
    expect(answer).toMatchObject({ code: CODE.badParameter, data: { field: 'before' } });
  });
});

describe('a message under a cid', () => {
  it('is stored once, and answered again byte for byte', async () => {
    const user = await join(http);
    const first = await user.say({ text: 'Once', cid: 'chat-cid-1' });
    expect((await user.say({ text: 'Once', cid: 'chat-cid-1' })).text).toBe(first.text);
    expect((await user.say({ text: ' Once ', cid: 'chat-cid-1' })).text).toBe(first.text);
    expect(texts((await user.read()).data.list)).toEqual(['Once']);
  });

  it('with another text is refused and changes nothing', async () => {
    const user = await join(http);
    await user.say({ text: 'Once', cid: 'chat-cid-1' });
    for (const fields of [{ text: 'Twice' }, { image: await user.upload() }])
      expect((await user.say({ ...fields, cid: 'chat-cid-1' })).code).toBe(CODE.cidReused);
    expect(texts((await user.read()).data.list)).toEqual(['Once']);
  });

  it('is stored once for many requests at the same moment', async () => {
    const user = await join(http);
    const sent = await Promise.all(
      Array.from({ length: 30 }, () => user.say({ text: 'At once', cid: 'chat-cid-2' })),
    );
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(sent[0]?.code).toBe(CODE.success);
    expect(texts((await user.read()).data.list)).toEqual(['At once']);
  });

  it('belongs to its user alone', async () => {
    const [one, other] = [await join(http), await join(http)];
    await one.say({ text: 'One', cid: 'chat-cid-3' });
    expect((await other.say({ text: 'Other', cid: 'chat-cid-3' })).data.text).toBe('Other');
  });

  it('with a picture is answered with a link that is valid now', async () => {
    const user = await join(http);
    const image = await user.upload();
    const first = await user.say({ image, cid: 'chat-cid-4' });
    const again = await user.say({ image, cid: 'chat-cid-4' });
    expect({ ...again.data, image: '' }).toEqual({ ...first.data, image: '' });
    expect((await http.ask(again.data.image)).status).toBe(200);
    expect((await user.read()).data.list.length).toBe(1);
  });
});

describe('a user who writes too much', () => {
  it('has to wait, without effect on others, and loses no accepted message', async () => {
    const [user, other] = [await join(http), await join(http)];
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => user.say({ text: `n${i}` })));
    const taken = answers.filter(({ code }) => code === CODE.success);
    const refused = answers.filter(({ code }) => code === CODE.tooMany);
    expect(taken.length + refused.length).toBe(40);
    expect(taken.length).toBeGreaterThanOrEqual(20);
    expect(taken.length).toBeLessThan(25);
    for (const { data } of refused) expect(data.retry_after_s).toBeGreaterThan(0);
    expect((await user.read()).data.list.length).toBe(taken.length);
    expect((await other.say({ text: 'Not me' })).code).toBe(CODE.success);
  });

  it('still gets the answer to an earlier cid', async () => {
    const user = await join(http);
    const first = await user.say({ text: 'Kept', cid: 'chat-cid-5' });
    for (let i = 0; i < 25; i++) await user.say({ text: `n${i}` });
    expect((await user.say({ text: 'x' })).code).toBe(CODE.tooMany);
    expect((await user.say({ text: 'Kept', cid: 'chat-cid-5' })).text).toBe(first.text);
  });
});

describe('an operator of the chat', () => {
  it('sees the longest waiting user first, and answers', async () => {
    const [first, second, third] = [await join(http), await join(http), await join(http)];
    await first.say({ text: 'First' });
    await second.say({ text: 'Second' });
    await third.say({ image: await third.upload() });
    await operator.rows('chat', 'answer', { uid: second.uid, text: 'Answered' });
    const wanted = [first.uid, second.uid, third.uid].map(Number);
    const rows = (await operator.rows('chat', 'list')).filter(({ uid }) => wanted.includes(uid));
    expect(rows).toEqual([
      { uid: Number(first.uid), waits: true, messages: 1, at: expect.any(String), last: 'First' },
      { uid: Number(third.uid), waits: true, messages: 1, at: expect.any(String), last: '[picture]' },
      { uid: Number(second.uid), waits: false, messages: 2, at: expect.any(String), last: 'Answered' },
    ]);
    expect(await operator.ask('chat', 'list', { page: '2' })).toMatchObject({
      value: {
        rows: [],
        note: expect.stringMatching(/^Page 2 of 1; \d+ in all\. Waiting for an answer: \d+\.$/),
      },
    });
    expect(await operator.refused('chat', 'list', { page: 'x' })).toBe('page is a whole number from 1.');
    const shown = await operator.rows('chat', 'show', { uid: second.uid });
    expect(shown.map(({ from, text }) => [from, text])).toEqual([
      ['user', 'Second'],
      ['service', 'Answered'],
    ]);
    const earlier = await operator.rows('chat', 'show', { uid: second.uid, before: String(shown[1].id) });
    expect(earlier).toEqual(shown.slice(0, 1));
    const [picture] = await operator.rows('chat', 'show', { uid: third.uid });
    expect((await http.ask(picture.image)).status).toBe(200);
  });

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['answer', { uid: '19999999', text: 'x' }, /^There is no user/],
    ['answer', { uid: '1', text: 'x' }, /^There is no user/],
    ['answer', { uid: 'me', text: 'x' }, /^There is no user/],
    ['show', { uid: '19999999' }, /^There is no user/],
  ])('gets the reason when %s %j is refused', async (verb, values, sentence) => {
    expect(await operator.refused('chat', verb, values)).toMatch(sentence);
  });

  it.each([
    ['nothing', ' '],
    ['what nobody sees', '\u200b'],
    ['too much', 'x'.repeat(2_001)],
  ])('does not write %s', async (_, text) => {
    const user = await join(http);
    expect(await operator.refused('chat', 'answer', { uid: user.uid, text })).toMatch(/^text has/);
    expect((await user.read()).data.list).toEqual([]);
  });

  it('accepts only a number as the message to read before', async () => {
    const user = await join(http);
    expect(await operator.refused('chat', 'show', { uid: user.uid, before: 'x' })).toMatch(/^before is/);
  });
});
