import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { RouteName } from '../../../shared/contract/routes.ts';
import { NAMES, shapeOf, workingOn } from '../http/walk/described.ts';
import { ENTRIES } from '../http/walk/entries.ts';
import { type Fields, type HttpGround, type Member, startGround } from '../http/walk/ground.ts';
import type { Answer } from '../http-fixture.ts';
import { openDumps } from './database-dump.ts';

/**
 * Every call of the route table, in every variant that must be refused, with everything else valid: the database must not
 * change, except for a stored refusal. New calls in the table are tested automatically.
 */
const CHANGING = NAMES.filter((name) => shapeOf(name).method !== 'GET' || shapeOf(name).changes);

let ground: HttpGround;
let stranger: Member;
let dumps: ReturnType<typeof openDumps>;
beforeAll(async () => {
  ground = await startGround();
  stranger = await ground.newcomer();
});
afterAll(() => ground.stop());

/** A valid request, and its token. */
const working = (name: RouteName) => workingOn(name, ground);

async function expectNothingWritten(
  attempt: () => Promise<Answer>,
  refused: readonly number[],
): Promise<void> {
  const before = dumps.dump();
  const answer = await attempt();
  expect(refused, answer.text).toContain(answer.code);
  expect(dumps.dump()).toEqual(before);
}

const OTHER_PAGES: readonly (readonly [string, Fields])[] = [
  ['a page of another origin', { origin: 'https://evil.com' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a neighbour of the API', { origin: 'https://api.evil.com' }],
];

const UNINTENDED: readonly (readonly [string, Fields])[] = [
  ['a link', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a prefetch', { 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' }],
  ['an older prefetch', { 'sec-fetch-mode': 'cors', purpose: 'prefetch' }],
  ['a prerendered page', { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' }],
];

const each = <T>(names: readonly RouteName[], ways: readonly (readonly [string, T])[]) =>
  names.flatMap((name) => ways.map(([way, how]) => [name, way, how] as const));

const needing = (flag: 'session' | 'real' | 'changes') =>
  CHANGING.filter((name) => shapeOf(name)[flag] === true);

// Other databases than the embedded one need other ways to compare.
const isEmbedded = process.env['PIPSTREAM_TEST_STORE'] !== 'postgres';

describe.runIf(isEmbedded)('nothing is written', () => {
  beforeAll(() => {
    dumps = openDumps(ground.http.dataDir);
  });
  afterAll(() => dumps.close());

  it.each(each(CHANGING, OTHER_PAGES))('by %s from %s', async (name, _way, headers) => {
    const { fields, token } = await working(name);
    await expectNothingWritten(() => ground.send(name, fields, token, headers), [CODE.badParameter]);
  });

  // spec: 7.7
  it.each(each(needing('changes'), UNINTENDED))('by %s for %s', async (name, _way, headers) => {
    const { fields, token } = await working(name);
    await expectNothingWritten(() => ground.send(name, fields, token, headers), [CODE.badParameter]);
  });

  it.each(CHANGING)('by %s with a parameter that it does not know', async (name) => {
    const { fields, token } = await working(name);
    const surprised = { ...fields, surprise: '1' };
    await expectNothingWritten(() => ground.send(name, surprised, token), [CODE.badParameter]);
  });

  it.each(needing('session'))(
    'by %s without a token, or with one that is not in its header',
    async (name) => {
      const { fields, token } = await working(name);
      const cookie = { cookie: `token=${token}; authorization=${token}` };
      const inUrl = { ...fields, authorization: token, token };
      const refused = [CODE.sessionExpired];
      await expectNothingWritten(() => ground.send(name, fields, undefined), refused);
      await expectNothingWritten(() => ground.send(name, fields, undefined, cookie), refused);
      await expectNothingWritten(() => ground.send(name, inUrl, undefined), refused);
    },
  );

  it.each(needing('real'))('by %s for a demo account', async (name) => {
    const { fields } = await working(name);
    await expectNothingWritten(() => ground.send(name, fields, ground.demo), [CODE.notForDemo]);
  });

  it.each(CHANGING.filter((name) => ENTRIES[name].owned))('by %s on another user’s objects', async (name) => {
    const { fields } = await working(name);
    // Under a cid the refusal itself is stored.
    const { cid: _, ...others } = fields;
    const other = shapeOf(name).real ? stranger.token : await ground.enter();
    await expectNothingWritten(() => ground.send(name, others, other), [CODE.notFound, CODE.badParameter]);
  });

  // spec: 7.7
  it.each(CHANGING)('by %s a second time under its cid, as a browser or a proxy repeats it', async (name) => {
    const { fields, token } = await working(name);
    if (!('cid' in fields)) return;
    const first = await ground.send(name, fields, token);
    expect(first.code).toBe(CODE.success);
    const before = dumps.dump();
    const again = await ground.send(name, fields, token);
    // A picture's address is signed for each answer, until a second.
    const unsigned = (text: string) => text.replaceAll(/until=\d+&key=[\w-]+/g, '');
    expect([again.code, unsigned(again.text)]).toEqual([CODE.success, unsigned(first.text)]);
    expect(dumps.dump()).toEqual(before);
  });

  // A captcha is stored until it is answered.
  const reading = NAMES.filter((name) => !CHANGING.includes(name) && name !== 'getCaptcha');
  it.each(reading)('by reading with %s', async (name) => {
    const { fields, token } = await working(name);
    const before = dumps.dump();
    expect((await ground.send(name, fields, token)).code).toBe(CODE.success);
    expect(dumps.dump()).toEqual(before);
  });
});
