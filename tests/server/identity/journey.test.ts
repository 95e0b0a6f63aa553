import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { jpeg } from '../files/pictures.ts';
import { look, sendPicture } from '../files/sending.ts';
import { sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();
const { operator } = http;

const NAME = 'Canary Würzburger';
const CARD = 'CANARY-7654321';

async function upload(token: string, width = 60): Promise<string> {
  const { data } = await sendPicture(http, token, await jpeg(width, 40));
  return data.url;
}

const review = async (token: string) => (await http.send(token, 'getReview')).data;

async function submit(token: string, more: Readonly<Record<string, string>> = {}) {
  const [front_pic, reverse_pic] = [await upload(token, 60), await upload(token, 61)];
  return http.send(token, 'submitRealName', { name: NAME, card_id: CARD, front_pic, reverse_pic, ...more });
}

const oldestWaiting = async () => (await operator.rows('identity', 'list')).at(-1);

describe('real-name verification', () => {
  // spec: 7.27 7.28
  it('is sent, reviewed by the operator with both pictures, and accepted once', async () => {
    const token = await http.enterReal();
    expect(await review(token)).toEqual({ review_status: 0, remark: '' });
    const sent = await submit(token);
    expect([sent.code, sent.data]).toEqual([CODE.success, { review_status: 1, remark: '' }]);
    expect((await submit(token)).code).toBe(CODE.conflict);

    const { id, ...outline } = await oldestWaiting();
    expect(outline).toMatchObject({ status: 'waiting', reviewed: null, remark: '' });
    expect(JSON.stringify(outline)).not.toMatch(/canary/i);
    const [shown] = await operator.rows('identity', 'show', { id: String(id) });
    expect(shown).toMatchObject({ id, name: NAME, card_id: CARD });
    for (const [side, width] of [
      ['front', 60],
      ['reverse', 61],
    ] as const) {
      const picture = await look(http, shown[side]);
      expect((await sharp(picture.bytes).metadata()).width).toBe(width);
      expect(readFileSync(shown[`${side}_file`]).equals(picture.bytes)).toBe(true);
    }

    expect(await operator.rows('identity', 'approve', { id: String(id) })).toMatchObject([
      { id, status: 'approved', reviewed: expect.stringMatching(/^20.*Z$/) },
    ]);
    expect(await review(token)).toEqual({ review_status: 2, remark: '' });
    for (const verb of ['approve', 'reject'])
      expect(
        await operator.refused('identity', verb, {
          id: String(id),
          ...(verb === 'reject' ? { remark: 'x' } : {}),
        }),
      ).toBe('These papers have been reviewed before.');
    expect((await operator.rows('identity', 'list', { status: 'approved' })).map((row) => row.id)).toContain(
      id,
    );
  });
});

describe('the operator', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['show', { id: '999999' }, 'There are no papers with this number.'],
    ['approve', { id: 'x' }, 'There are no papers with this number.'],
    ['approve', { id: '1e3' }, 'There are no papers with this number.'],
    ['reject', { id: '999999', remark: 'why' }, 'There are no papers with this number.'],
  ])('gets the reason for the refusal of %s %j', async (verb, values, sentence) => {
    expect(await operator.refused('identity', verb, values)).toBe(sentence);
  });
});

it('names and numbers appear in no log, error, address or operator record', async () => {
  const token = await http.enterReal();
  const { data } = await submit(token);
  expect(data.review_status).toBe(1);
  const { id } = await oldestWaiting();
  const [shown] = await operator.rows('identity', 'show', { id: String(id) });
  const links = [shown.front, shown.reverse, shown.front_file, shown.reverse_file];
  expect(links.every((link) => typeof link === 'string')).toBe(true);
  expect(existsSync(shown.front_file)).toBe(true);
  const steps = await operator.rows('log', 'list', { resource: 'identity' });
  expect(steps.length).toBeGreaterThan(0);
  expect(JSON.stringify([http.logged, http.faults.map(String), links, steps])).not.toMatch(
    /canary|7654321|Würz/i,
  );
  expect(http.faults).toEqual([]);
});
