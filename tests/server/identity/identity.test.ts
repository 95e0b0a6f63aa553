import { describe, expect, it } from 'vitest';
import { createIdentity } from '../../../server/identity/identity.ts';
import { identityRepository } from '../../../server/identity/identity-repository.ts';
import type { PapersId } from '../../../server/identity/identity-tables.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { startFiles } from '../files/files-scene.ts';

const NAME = 'Canary Würzburger';
const CARD = 'CANARY-1234567';

async function startIdentity() {
  const room = await startFiles();
  const { store, clock, files } = room;
  const identity = createIdentity({ store, clock, files });
  const papers = async (account: AccountId, more: object = {}) => {
    const [frontUrl, reverseUrl] = [await room.send(account), await room.send(account)];
    return { name: NAME, cardId: CARD, frontUrl, reverseUrl, ...more };
  };
  return {
    ...room,
    identity,
    papers,
    async waiting(): Promise<PapersId> {
      const account = await room.openAccount();
      good(await identity.submit(account, await papers(account)));
      const id = (await identity.list('waiting')).at(-1)?.id;
      if (id === undefined) throw new Error('nothing waits');
      return id;
    },
  };
}

const field = (name: string) => ({ error: { code: CODE.badParameter, facts: { field: name } } });

describe('the papers of an account', () => {
  // spec: 3.17
  it('go from the form to waiting to finished', async () => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    expect(await identity.review(account)).toEqual({ review_status: 0, remark: '' });
    const sent = good(await identity.submit(account, await papers(account)));
    expect(sent).toEqual({ review_status: 1, remark: '' });
    expect(await identity.review(account)).toEqual(sent);
    const [waiting] = await identity.list('waiting');
    expect(waiting).toMatchObject({ accountId: account, name: NAME, cardId: CARD, status: 'waiting' });
    good(await identity.approve(waiting?.id ?? (0 as PapersId)));
    expect(await identity.review(account)).toEqual({ review_status: 2, remark: '' });
  });

  // spec: 4.13
  it('return to the form with the remark when rejected, and may be sent again', async () => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    good(await identity.submit(account, await papers(account)));
    const [first] = await identity.list('waiting');
    good(await identity.reject(first?.id ?? (0 as PapersId), ' The picture is blurred. '));
    expect(await identity.review(account)).toEqual({ review_status: 0, remark: 'The picture is blurred.' });
    good(await identity.submit(account, await papers(account)));
    expect(await identity.review(account)).toEqual({ review_status: 1, remark: '' });
    expect((await identity.list('rejected')).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('are refused with 4009 while earlier ones wait or are accepted, and nothing is recorded', async () => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    good(await identity.submit(account, await papers(account)));
    expect(codeOf(await identity.submit(account, await papers(account)))).toBe(CODE.conflict);
    const withoutPicture = await papers(account, { frontUrl: 'no link' });
    expect(codeOf(await identity.submit(account, withoutPicture))).toBe(CODE.conflict);
    const [only, ...others] = await identity.list('waiting');
    expect(others).toEqual([]);
    good(await identity.approve(only?.id ?? (0 as PapersId)));
    expect(codeOf(await identity.submit(account, await papers(account)))).toBe(CODE.conflict);
    expect(await identity.list('waiting')).toEqual([]);
  });

  it('sent many times at once are accepted once', async () => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    const sent = await papers(account);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => identity.submit(account, sent)));
    expect(outcomes.map(codeOf).toSorted((a, b) => a - b)).toEqual([1, ...Array(19).fill(CODE.conflict)]);
    expect(await identity.list('waiting')).toHaveLength(1);
  });

  it('are limited to one set by the database, whose refusal quotes no part of them', async () => {
    const { store, identity, waiting } = await startIdentity();
    const known = await identity.find(await waiting());
    if (known === undefined) throw new Error('nothing waits');
    const second = store.write((transaction) => identityRepository(transaction).insert(known));
    const refusal = await second.then(
      () => 'taken',
      (error: Error) => `${error.message} ${error.stack}`,
    );
    expect(refusal).toMatch(/unique/i);
    expect(refusal).not.toMatch(/canary/i);
  });
});

describe('the form', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  \u3000 ' }, 'name'],
    ['a name without a letter', { name: '123-456' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a name with a line break', { name: 'Ann\nLee' }, 'name'],
    ['a name that turns the line around', { name: 'Ann\u202eLee' }, 'name'],
    ['a name with a zero byte', { name: 'Ann\u0000' }, 'name'],
    ['no number', { cardId: '' }, 'card_id'],
    ['a number of three', { cardId: '123' }, 'card_id'],
    ['a number of 41', { cardId: '1'.repeat(41) }, 'card_id'],
    ['a number without a digit', { cardId: 'ABCDEFG' }, 'card_id'],
    ['a number with markup', { cardId: '<b>1234</b>="' }, 'card_id'],
    ['a front that is no link', { frontUrl: 'https://evil.com/a.jpg' }, 'front_pic'],
    ['a reverse that is no link', { reverseUrl: 'javascript:alert(1)' }, 'reverse_pic'],
  ];
  it('is refused when a value is out of bounds, and nothing is recorded', async () => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    for (const [what, wrong, named] of cases) {
      const outcome = await identity.submit(account, await papers(account, wrong));
      expect([what, outcome]).toMatchObject([what, field(named)]);
    }
    expect(await identity.list('waiting')).toEqual([]);
  });

  it.each([
    ['Ann Lee', 'Ann Lee'],
    ['  Ann   Lee ', 'Ann Lee'],
    ['陳大文', '陳大文'],
    ['محمد علی‌زاده', 'محمد علی‌زاده'],
    ["Seán O'Brien-Núñez, Jr.", "Seán O'Brien-Núñez, Jr."],
    ['Jose\u0301', 'José'],
  ])('accepts the name %j', async (name, stored) => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    good(await identity.submit(account, await papers(account, { name })));
    expect((await identity.list('waiting')).map((one) => one.name)).toEqual([stored]);
  });

  it.each([
    [' A123456(7) ', 'A123456(7)'],
    ['12.345.678-9', '12.345.678-9'],
    ['１２３４５６', '123456'],
    ['P<UTO1234567', 'P<UTO1234567'],
  ])('accepts the number %j', async (cardId, stored) => {
    const { identity, papers, openAccount } = await startIdentity();
    const account = await openAccount();
    good(await identity.submit(account, await papers(account, { cardId })));
    expect((await identity.list('waiting')).map((one) => one.cardId)).toEqual([stored]);
  });

  it('requires two different pictures of its own account', async () => {
    const { identity, papers, files, send, openAccount } = await startIdentity();
    const [account, other] = [await openAccount(), await openAccount()];
    const foreign = await send(other);
    const once = await send(account);
    const sameInOtherWords = files.link(good(await files.claim(once, account)));
    for (const [wrong, named] of [
      [{ frontUrl: foreign }, 'front_pic'],
      [{ reverseUrl: foreign }, 'reverse_pic'],
      [{ frontUrl: once, reverseUrl: once }, 'reverse_pic'],
      [{ frontUrl: once, reverseUrl: sameInOtherWords }, 'reverse_pic'],
    ] as const)
      expect(await identity.submit(account, await papers(account, wrong))).toMatchObject(field(named));
    expect(await identity.list('waiting')).toEqual([]);
  });

  it('keeps its pictures permanently, also when they were sent long before', async () => {
    const { identity, papers, files, clock, onDisk, openAccount } = await startIdentity();
    const account = await openAccount();
    const sent = await papers(account);
    clock.advance(40 * 3_600_000);
    good(await identity.submit(account, sent));
    clock.advance(40 * 3_600_000);
    await files.sweep();
    expect(onDisk()).toHaveLength(2);
  });
});

describe('a review', () => {
  it('happens once for many decisions at the same moment', async () => {
    const { identity, waiting } = await startIdentity();
    for (let round = 0; round < Number(process.env['ROUNDS'] ?? 10); round++) {
      const id = await waiting();
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          i % 2 === round % 2 ? identity.approve(id) : identity.reject(id, `reason ${i}`),
        ),
      );
      expect(outcomes.map(codeOf)).toEqual([1, ...Array(7).fill(CODE.conflict)]);
      const { status, remark } = (await identity.find(id)) ?? {};
      expect([status, remark]).toEqual(round % 2 === 0 ? ['approved', ''] : ['rejected', 'reason 0']);
    }
  });

  it('of missing papers is 4004', async () => {
    const { identity } = await startIdentity();
    expect(codeOf(await identity.approve(1 as PapersId))).toBe(CODE.notFound);
    expect(codeOf(await identity.reject(1 as PapersId, 'why'))).toBe(CODE.notFound);
  });

  it.each([
    ['no', ''],
    ['an empty', '  '],
    ['a very long', 'x'.repeat(501)],
    ['a torn', 'two\nlines'],
  ])('with %s remark rejects nothing', async (_, text) => {
    const { identity, waiting } = await startIdentity();
    const id = await waiting();
    expect(await identity.reject(id, text)).toMatchObject(field('remark'));
    expect((await identity.find(id))?.status).toBe('waiting');
  });
});
