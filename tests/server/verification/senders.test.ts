import { describe, expect, it } from 'vitest';
import type { Contact } from '../../../server/contact.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Result } from '../../../shared/result.ts';
import { codeOf } from '../../helpers/dealing.ts';
import { ANN, type PeopleOptions, PHONE, startPeople } from '../../helpers/people.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOME = '198.51.100.1';
const TOKEN = 'a-token-of-the-client';
/** Every captcha has the first sign four times. */
const FIRST = { bytes: (count: number) => new Uint8Array(count) };
const SOLUTION = '2222';

const stranger = (n: number): Contact => ({ kind: 'email', value: `stranger${n}@example.com` });
const mobile = (n: number): Contact => ({ kind: 'phone', value: `+8526123${4000 + n}`, areaCode: '852' });
const wantsCaptcha = { error: { code: CODE.badParameter, facts: { field: 'key' } } };
const waits = (seconds: number) => ({ error: { code: CODE.tooMany, facts: { retry_after_s: seconds } } });

async function start(limits: PeopleOptions['limits'], options: PeopleOptions = {}) {
  const rooms = await startPeople({ random: FIRST, limits: limits ?? {}, ...options });
  let next = 0;
  /** To another stranger each time. */
  const send = (address = HOME, to: (n: number) => Contact = stranger) =>
    rooms.send(to(next++), 'register', address);
  async function solving(answer: string, contact = stranger(next++), address = HOME): Promise<Result<null>> {
    const { id } = await rooms.verification.captcha(TOKEN);
    return rooms.verification.send({
      ...{ contact, purpose: 'register', solution: { id, answer }, language: 'en', address },
    });
  }
  return { ...rooms, toNext: send, solving };
}

describe('codes that one address asks for', () => {
  it('need a captcha after three within an hour, whoever they are for', async () => {
    const { toNext, letters, clock } = await start({ beforeCaptcha: 3 });
    for (let i = 0; i < 3; i++) expect(codeOf(await toNext())).toBe(CODE.success);
    expect(await toNext()).toMatchObject(wantsCaptcha);
    expect(await toNext(HOME, mobile)).toMatchObject(wantsCaptcha);
    expect(codeOf(await toNext('203.0.113.9'))).toBe(CODE.success);
    expect(letters).toHaveLength(4);
    clock.advance(HOUR_MS);
    expect(codeOf(await toNext())).toBe(CODE.success);
  });

  it('from one IPv6 /48 are ten times as many, and count once for the exchange', async () => {
    const { toNext, clock } = await start({
      beforeCaptcha: 2,
      perAddress: 3,
      inTotal: { email: 25, sms: 1_000 },
    });
    const inside = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    for (let n = 0; n < 20; n++) expect(codeOf(await toNext(inside(n)))).toBe(CODE.success);
    expect(await toNext(inside(20))).toMatchObject(wantsCaptcha);
    for (let n = 0; n < 5; n++) expect(codeOf(await toNext(`2001:db8:${8 + n}::1`))).toBe(CODE.success);
    expect(codeOf(await toNext('2001:db8:99::1'))).toBe(CODE.tooMany);
    clock.advance(HOUR_MS);
    expect(codeOf(await toNext(inside(21)))).toBe(CODE.success);
  });

  it('are sent with a right captcha, and refused with a wrong one', async () => {
    const { toNext, solving, letters } = await start({ beforeCaptcha: 1 });
    await toNext();
    expect(codeOf(await solving('WRONG'))).toBe(CODE.wrongCredentials);
    expect(codeOf(await solving(SOLUTION))).toBe(CODE.success);
    expect(await toNext()).toMatchObject(wantsCaptcha);
    expect(letters).toHaveLength(2);
  });

  it('are not more without a captcha in a hundred at once', async () => {
    const { toNext, letters } = await start({ beforeCaptcha: 3 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => toNext()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(letters).toHaveLength(3);
  });

  it('wait after more, with a captcha too, which is not used up by that', async () => {
    const { toNext, solving, clock, verification, send } = await start({ beforeCaptcha: 1, perAddress: 3 });
    await toNext();
    clock.advance(MINUTE_MS);
    for (let i = 0; i < 2; i++) expect(codeOf(await solving(SOLUTION))).toBe(CODE.success);
    expect(await solving(SOLUTION)).toMatchObject(waits(59 * 60));
    expect(await send(ANN, 'register', HOME)).toMatchObject(waits(59 * 60));
    const { id } = await verification.captcha(TOKEN);
    const solution = { id, answer: SOLUTION };
    const again = (contact: Contact) =>
      verification.send({ contact, purpose: 'register', solution, language: 'en', address: HOME });
    expect(await again(ANN)).toMatchObject(waits(59 * 60));
    clock.advance(59 * MINUTE_MS);
    const { id: fresh } = await verification.captcha(TOKEN);
    solution.id = fresh;
    expect(codeOf(await again(ANN))).toBe(CODE.success);
  });

  it('count the network of an IPv6 address as one', async () => {
    const { toNext } = await start({ beforeCaptcha: 1 });
    expect(codeOf(await toNext('2001:db8:1:2:3:4:5:6'))).toBe(CODE.success);
    expect(await toNext('2001:db8:1:2::9')).toMatchObject(wantsCaptcha);
    expect(codeOf(await toNext('2001:db8:1:3::9'))).toBe(CODE.success);
  });

  it('are still counted after a restart', async () => {
    const rooms = await start({ beforeCaptcha: 1 });
    await rooms.toNext();
    await rooms.stop();
    const again = await start({ beforeCaptcha: 1 }, { dataDir: rooms.dataDir, clock: rooms.clock });
    expect(await again.send(ANN, 'register', HOME)).toMatchObject(wantsCaptcha);
  });

  it('are refused alike with and without an account', async () => {
    const rooms = await start({ beforeCaptcha: 1, perAddress: 2 });
    await rooms.join(ANN);
    rooms.clock.advance(MINUTE_MS);
    const one = await rooms.send(ANN, 'password');
    expect(one).toMatchObject(wantsCaptcha);
    expect(await rooms.send(stranger(1), 'password')).toEqual(one);
  });
});

describe('codes of the whole exchange', () => {
  it('are bounded in an hour, for each channel by itself, and the log of security events tells it', async () => {
    const { toNext, clock, limited } = await start({ inTotal: { email: 5, sms: 2 } });
    for (let i = 0; i < 2; i++) expect(codeOf(await toNext(`10.0.0.${i}`, mobile))).toBe(CODE.success);
    clock.advance(10 * MINUTE_MS);
    expect(limited).toEqual([]);
    expect(await toNext('10.0.0.3', mobile)).toMatchObject(waits(50 * 60));
    expect(limited).toEqual(['limit_reached: sms codes of the exchange']);
    expect(codeOf(await toNext('10.0.0.4'))).toBe(CODE.success);
    clock.advance(50 * MINUTE_MS);
    expect(codeOf(await toNext('10.0.0.3', mobile))).toBe(CODE.success);
  });
});

it('codes for one contact are bounded in an hour and a day by their setting', async () => {
  const { send, clock } = await start({ perContact: 1 });
  expect(codeOf(await send(PHONE, 'register', '10.0.0.1'))).toBe(CODE.success);
  expect(await send(PHONE, 'register', '10.0.0.2')).toMatchObject(waits(3_600));
  clock.advance(HOUR_MS);
  expect(codeOf(await send(PHONE, 'register', '10.0.0.3'))).toBe(CODE.success);
  clock.advance(HOUR_MS);
  expect(await send(PHONE, 'register', '10.0.0.4')).toMatchObject(waits(22 * 3_600));
});
