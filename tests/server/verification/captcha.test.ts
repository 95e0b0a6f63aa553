import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Registration } from '../../../server/accounts/membership.ts';
import type { Contact } from '../../../server/contact.ts';
import { between, systemRandom } from '../../../server/random.ts';
import { captchaSvg } from '../../../server/verification/captcha.ts';
import { GLYPHS } from '../../../server/verification/glyphs.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf } from '../../helpers/dealing.ts';
import {
  ANN,
  BOB,
  PASSWORD,
  type PeopleRooms,
  PHONE,
  registration,
  startPeople,
} from '../../helpers/people.ts';

const SIGNS = Object.keys(GLYPHS);
const TOKEN = 'a-token-of-the-client';
/** Every random character is the first one, so the answer is known. */
const FIRST = { bytes: (count: number) => new Uint8Array(count) };
const FIRSTS = (SIGNS[0] ?? '').repeat(4);

const imageOf = (picture: string) => Buffer.from(picture.replace(/^data:image\/png;base64,/, ''), 'base64');

async function answerOf(rooms: PeopleRooms, id: string, answer: string) {
  const proof = { code: answer, captchaId: id };
  return codeOf(await rooms.verification.admit(ANN, 'register', proof));
}

describe('a captcha', () => {
  // spec: 7.15
  it('is a different PNG for each token', async () => {
    const rooms = await startPeople();
    const [one, other] = [await rooms.verification.captcha(TOKEN), await rooms.verification.captcha(TOKEN)];
    expect(one.picture).toMatch(/^data:image\/png;base64,/);
    const { format, width, height } = await sharp(imageOf(one.picture)).metadata();
    expect([format, width, height]).toEqual(['png', 240, 88]);
    expect(one.id).toMatch(/^[\w-]{22}$/);
    expect(other.id).not.toBe(one.id);
    expect(other.picture).not.toBe(one.picture);
  });

  it('is solved with its characters, in upper or lower case', async () => {
    for (const typed of [FIRSTS, FIRSTS.toLowerCase(), ` ${FIRSTS} `]) {
      const rooms = await startPeople({ asksCaptcha: true, random: FIRST });
      const { id } = await rooms.verification.captcha(TOKEN);
      expect(await answerOf(rooms, id, typed)).toBe(CODE.success);
    }
  });

  it('is used up by being solved', async () => {
    const rooms = await startPeople({ asksCaptcha: true, random: FIRST });
    const { id } = await rooms.verification.captcha(TOKEN);
    expect(await answerOf(rooms, id, FIRSTS)).toBe(CODE.success);
    expect(await answerOf(rooms, id, FIRSTS)).toBe(CODE.wrongCredentials);
  });

  it('is used up by a wrong answer, and of many at once one is checked', async () => {
    const rooms = await startPeople({ asksCaptcha: true, random: FIRST });
    const { id } = await rooms.verification.captcha(TOKEN);
    expect(await answerOf(rooms, id, 'WRONG')).toBe(CODE.wrongCredentials);
    expect(await answerOf(rooms, id, FIRSTS)).toBe(CODE.wrongCredentials);
    const again = await rooms.verification.captcha(TOKEN);
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerOf(rooms, again.id, FIRSTS)));
    expect(answers.filter((code) => code === CODE.success)).toHaveLength(1);
  });

  it('is replaced by the next one of its token, and lasts five minutes', async () => {
    const counting = countingRandom();
    const rooms = await startPeople({ asksCaptcha: true, random: counting });
    const old = await rooms.verification.captcha(TOKEN);
    const other = await rooms.verification.captcha(`${TOKEN}-2`);
    await rooms.verification.captcha(TOKEN);
    expect(await answerOf(rooms, old.id, FIRSTS)).toBe(CODE.wrongCredentials);
    rooms.clock.advance(5 * 60_000 - 1);
    expect(await answerOf(rooms, other.id, FIRSTS)).toBe(CODE.success);
    const last = await rooms.verification.captcha(TOKEN);
    rooms.clock.advance(5 * 60_000);
    expect(await answerOf(rooms, last.id, FIRSTS)).toBe(CODE.wrongCredentials);
  });

  it('has four or five characters that are easy to tell apart', () => {
    expect(SIGNS).toHaveLength(20);
    expect(SIGNS.join('')).not.toMatch(/[OQDI1L0Z5S8B6GVJ]/);
  });

  it('is drawn of lines only, all within the picture', async () => {
    const text = fc.array(fc.constantFrom(...SIGNS), { minLength: 4, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(text, async (signs) => {
        const svg = captchaSvg(signs.join(''), systemRandom);
        expect(svg).not.toMatch(/<text|NaN|undefined|Infinity/);
        for (const [x, y] of pointsOf(svg)) {
          expect(x).toBeGreaterThan(-4);
          expect(x).toBeLessThan(244);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(88);
        }
      }),
      { numRuns: Number(process.env['ROUNDS'] ?? 40) },
    );
  });
});

describe('where a captcha is required', () => {
  it('no code is sent without one, and one code with one', async () => {
    const rooms = await startPeople({ asksCaptcha: true, random: FIRST });
    const send = (solution: { id: string | undefined; answer: string | undefined }) =>
      rooms.verification.send({
        ...{ contact: ANN, purpose: 'password', solution, language: 'en', address: '' },
      });
    const { id } = await rooms.verification.captcha(TOKEN);
    const field = (name: string) => ({ error: { code: CODE.badParameter, facts: { field: name } } });
    expect(await send({ id: undefined, answer: FIRSTS })).toMatchObject(field('key'));
    expect(await send({ id, answer: undefined })).toMatchObject(field('sms_code'));
    expect(codeOf(await send({ id: 'another-one', answer: FIRSTS }))).toBe(CODE.wrongCredentials);
    expect(codeOf(await send({ id, answer: FIRSTS }))).toBe(CODE.success);
    rooms.clock.advance(60_000);
    expect(codeOf(await send({ id, answer: FIRSTS }))).toBe(CODE.wrongCredentials);
  });

  it('it replaces a code in the registration, and a code does not replace it', async () => {
    const rooms = await startPeople({ asksCaptcha: true, random: countingRandom() });
    const solved = async () => ({
      captchaId: (await rooms.verification.captcha(TOKEN)).id,
      code: FIRSTS,
    });
    const { membership } = rooms;
    expect((await membership.register({ ...registration(ANN), ...(await solved()) })).ok).toBe(true);
    const { code } = await solved();
    const without = await membership.register({ ...registration(BOB), code });
    expect(without).toMatchObject({ error: { code: CODE.badParameter, facts: { field: 'key' } } });
    const taken = await membership.register({ ...registration(ANN), ...(await solved()) });
    const wrong = await membership.register({ ...registration(BOB), ...(await solved()), code: 'WRONG' });
    expect(taken).toEqual(wrong);
    expect(codeOf(taken)).toBe(CODE.wrongCredentials);
  });

  it('it takes no phone from the account that has it', async () => {
    const rooms = await startPeople({ asksCaptcha: true, phonePart: 'optional', random: countingRandom() });
    const register = async (contact: Contact, more: Partial<Registration> = {}) => {
      const captchaId = (await rooms.verification.captcha(TOKEN)).id;
      return rooms.membership.register({ ...registration(contact), captchaId, code: FIRSTS, ...more });
    };
    expect((await register(ANN, { phone: PHONE })).ok).toBe(true);
    expect(codeOf(await register(PHONE))).toBe(CODE.wrongCredentials);
    expect(await rooms.accounts.login(PHONE, PASSWORD)).toMatchObject({
      value: { user: { email: ANN.value, phone: '61234567' } },
    });
    const other = { kind: 'phone', value: '+447911123456', areaCode: '44' } as const;
    expect((await register(other)).ok).toBe(true);
  });

  it('a taken contact costs as much work as a free one', async () => {
    const rooms = await startPeople({ asksCaptcha: true, random: countingRandom() });
    const hashesFor = async (contact: typeof ANN) => {
      const before = rooms.work.hashed;
      const { id } = await rooms.verification.captcha(TOKEN);
      await rooms.membership.register({ ...registration(contact), captchaId: id, code: FIRSTS });
      return rooms.work.hashed - before;
    };
    expect(await hashesFor(ANN)).toBe(1);
    expect(await hashesFor(ANN)).toBe(1);
  });
});

/** Secrets differ; everything drawn from four bytes is the first choice. */
function countingRandom() {
  let secrets = 0;
  return {
    bytes(count: number) {
      const bytes = new Uint8Array(count);
      if (count > 4) bytes[0] = ++secrets;
      return bytes;
    },
  };
}

function pointsOf(svg: string): readonly (readonly [number, number])[] {
  const [, ...paths] = svg.split(' d="');
  return paths.flatMap((path, at) =>
    // The first path is the crossing lines, which may leave the picture at the sides.
    at === 0
      ? []
      : [...(path.split('"')[0] ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(
          ([, x, y]) => [Number(x), Number(y)] as const,
        ),
  );
}

it('a random line stays between its ends', () => {
  for (let i = 0; i < 1_000; i++) {
    const drawn = between(systemRandom, -2, 3);
    expect(drawn).toBeGreaterThanOrEqual(-2);
    expect(drawn).toBeLessThan(3);
  }
});
