import { describe, expect, it } from 'vitest';
import { accountRepository } from '../../../server/accounts/account-repository.ts';
import type { Registration } from '../../../server/accounts/membership.ts';
import { auditBooks } from '../../../server/audit/audit.ts';
import type { Contact } from '../../../server/contact.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { balanceAccount } from '../../../server/ledger/posting.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import {
  ANN,
  BOB,
  codeIn,
  otherThan,
  PASSWORD,
  type PeopleOptions,
  type PeopleRooms,
  PHONE,
  registration,
  startPeople,
  visitor,
} from '../../helpers/people.ts';

const NEW = 'an entirely new horse';
const OTHER_PHONE = { kind: 'phone', value: '+447911123456', areaCode: '44' } as const;
const wrongField = (field: string) => ({ error: { code: CODE.badParameter, facts: { field } } });

/** Registers with a code that was just sent. */
async function register(rooms: PeopleRooms, contact: Contact, more: Partial<Registration> = {}) {
  const code = more.code ?? (await rooms.codeFor(contact, 'register'));
  return rooms.membership.register({ ...registration(contact), code, ...more });
}

async function signIn(rooms: PeopleRooms, contact: Contact, password = PASSWORD) {
  const { token } = good(await rooms.accounts.login(contact, password));
  const session = await rooms.accounts.session(token);
  if (session === undefined) throw new Error('no session');
  return { token, session };
}

describe('registering', () => {
  // spec: 1.2 3.20
  it.each([ANN, PHONE])(
    'with $kind opens an account for real money, with a zero balance',
    async (contact) => {
      const rooms = await startPeople();
      good(await register(rooms, contact));
      const { session } = await signIn(rooms, contact);
      expect(session.user).toMatchObject({ is_demo: 0, invite_code: expect.stringMatching(/^[A-Z2-9]{8}$/) });
      const balances = await ledgerRepository(rooms.store.read).balances();
      expect(balances.get(balanceAccount(session.accountId))).toBe(0);
      expect(await auditBooks(rooms.store.read)).toEqual([]);
    },
  );

  it('accepts a code once', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    good(await register(rooms, ANN, { code }));
    expect(codeOf(await register(rooms, ANN, { code }))).toBe(CODE.wrongCredentials);
  });

  it('with one code from many requests at once creates one account', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    const all = await Promise.all(Array.from({ length: 20 }, () => register(rooms, ANN, { code })));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((one) => codeOf(one) === CODE.wrongCredentials)).toHaveLength(19);
    expect(await accountRepository(rooms.store.read).count(undefined)).toBe(1);
  });

  it('refuses a wrong code and a wrong contact alike, and hashes nothing for them', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const bobs = await rooms.codeFor(BOB, 'register');
    const passwords = await rooms.codeFor(ANN, 'password');
    const hashed = rooms.work.hashed;
    const refused = [
      await register(rooms, BOB, { code: otherThan(bobs) }),
      await register(rooms, ANN, { code: bobs }),
      await register(rooms, ANN, { code: passwords }),
      await register(rooms, PHONE, { code: bobs }),
      await register(rooms, { ...BOB, value: 'nobody@example.com' }, { code: '000000' }),
      await register(rooms, BOB, { code: '' }),
    ];
    for (const one of refused) expect(one).toEqual(refused[0]);
    expect(refused.map(codeOf)[0]).toBe(CODE.wrongCredentials);
    expect(rooms.work.hashed).toBe(hashed);
  });

  it('takes a code as a letter shows it or a keyboard writes it', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(BOB, 'register');
    const typed = code.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    expect(await register(rooms, BOB, { code: ` ${typed.slice(0, 3)} ${typed.slice(3)}` })).toMatchObject({
      ok: true,
    });
  });

  it('with a taken contact sends its owner a letter without a code, and refuses guessed codes', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    rooms.clock.advance(60_000);
    expect(await rooms.send(ANN, 'register')).toEqual(await rooms.send(BOB, 'register'));
    const [toAnn, toBob] = rooms.letters.slice(-2);
    expect([toAnn?.to, toBob?.to]).toEqual([ANN.value, BOB.value]);
    expect(toAnn?.text).toContain('already have one');
    expect(toAnn?.text).not.toMatch(/\d{6}/);
    expect(codeIn(toBob)).toMatch(/^\d{6}$/);
  });

  it('stores exactly the typed password', async () => {
    const rooms = await startPeople();
    const password = ' Ünïcode 🐎 with spaces ';
    await rooms.join(ANN, password);
    await signIn(rooms, ANN, password);
    expect(codeOf(await rooms.accounts.login(ANN, password.trim()))).toBe(CODE.wrongCredentials);
  });

  it.each<[string, Partial<Registration>]>([
    ['re_password', { repeated: `${PASSWORD}!` }],
    ['password', { password: 'xk7#Qz9', repeated: 'xk7#Qz9' }],
    ['password', { password: 'P@ssword1', repeated: 'P@ssword1' }],
    ['password', { password: 'Ann@example.com', repeated: 'Ann@example.com' }],
    ['invite_code', { inviteCode: 'ABCDEFGH' }],
    ['mobile', { phone: PHONE }],
  ])('checks %s before the code: %j', async (field, more) => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    for (let i = 0; i < 8; i++)
      expect(await register(rooms, ANN, { code: otherThan(code), ...more })).toMatchObject(wrongField(field));
    good(await register(rooms, ANN, { code }));
  });

  it('by invitation stores the inviter, who sees the number of invited users', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const { session } = await signIn(rooms, ANN);
    good(await register(rooms, BOB, { inviteCode: session.user.invite_code }));
    const person = await rooms.accounts.directory.person(session.accountId);
    expect(person?.invited).toBe(1);
    const [bob] = (await rooms.accounts.directory.find(BOB.value, 1)).list;
    expect(bob?.invitedBy).toBe(session.accountId);
  });

  it('by the invitation of a demo account is refused', async () => {
    const rooms = await startPeople();
    const { demoId } = await rooms.accounts.createDemo();
    const { user } = good(await rooms.accounts.loginDemo(demoId));
    const refused = await register(rooms, ANN, { inviteCode: user.invite_code });
    expect(refused).toMatchObject(wrongField('invite_code'));
  });
});

describe('a phone beside the e-mail', () => {
  const start = (phonePart: NonNullable<PeopleOptions['phonePart']>) => startPeople({ phonePart });

  it('is accepted where the form shows it, and then logs in too', async () => {
    const rooms = await start('optional');
    good(await register(rooms, BOB));
    good(await register(rooms, ANN, { phone: PHONE }));
    expect((await signIn(rooms, PHONE)).session.user).toMatchObject({
      email: ANN.value,
      phone: '61234567',
      area_code: '852',
    });
  });

  // spec: 5.3
  it('is required where the form demands it, but not beside a phone', async () => {
    const rooms = await start('required');
    expect(await register(rooms, ANN)).toMatchObject(wrongField('mobile'));
    good(await register(rooms, ANN, { phone: PHONE }));
    expect(await register(rooms, OTHER_PHONE, { phone: PHONE })).toMatchObject(wrongField('mobile'));
    good(await register(rooms, OTHER_PHONE, { phone: OTHER_PHONE }));
  });

  it('that is taken is refused like a wrong code, and uses up the code', async () => {
    const rooms = await start('optional');
    await rooms.join(PHONE);
    const code = await rooms.codeFor(ANN, 'register');
    const refused = await register(rooms, ANN, { code, phone: PHONE });
    expect(refused).toEqual(await register(rooms, ANN, { code: otherThan(code) }));
    expect(codeOf(await register(rooms, ANN, { code }))).toBe(CODE.wrongCredentials);
  });

  it('is not verified, so it cannot reset a password', async () => {
    const rooms = await start('optional');
    good(await register(rooms, ANN, { phone: PHONE }));
    const before = rooms.letters.length;
    rooms.clock.advance(60_000);
    expect(codeOf(await rooms.send(PHONE, 'password'))).toBe(CODE.success);
    expect(rooms.letters).toHaveLength(before);
    const { session } = await signIn(rooms, ANN);
    const amended = { password: NEW, old: undefined, code: '123456', channel: 'phone' as const };
    expect(await rooms.membership.amendPassword(session, amended)).toMatchObject(wrongField('type'));
  });

  it('is released to a user who verifies it', async () => {
    const rooms = await start('optional');
    good(await register(rooms, ANN, { phone: PHONE }));
    good(await register(rooms, PHONE, { password: NEW, repeated: NEW }));
    expect((await signIn(rooms, PHONE, NEW)).session.user).toMatchObject({ email: '', phone: '61234567' });
    expect((await signIn(rooms, ANN)).session.user).toMatchObject({
      email: ANN.value,
      phone: '',
      area_code: '',
    });
  });
});

describe('a forgotten password', () => {
  const forget = (rooms: PeopleRooms, contact: Contact, code: string, repeated = NEW) =>
    rooms.membership.forgetPassword({ contact, password: NEW, repeated, code });

  // spec: 7.19
  it('is replaced with a code, and all sessions end at once', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const places = [await signIn(rooms, ANN), await signIn(rooms, ANN)];
    const ended: string[] = [];
    rooms.accounts.onSessionEnded((id) => ended.push(id));
    good(await forget(rooms, ANN, await rooms.codeFor(ANN, 'password')));
    expect(ended.toSorted()).toEqual(places.map(({ session }) => session.id).toSorted());
    for (const { token } of places) expect(await rooms.accounts.session(token)).toBeUndefined();
    expect(codeOf(await rooms.accounts.login(ANN, PASSWORD))).toBe(CODE.wrongCredentials);
    await signIn(rooms, ANN, NEW);
  });

  it('accepts a code once, and none of another kind or for another contact', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const bobs = await rooms.codeFor(BOB, 'register');
    const code = await rooms.codeFor(ANN, 'password');
    const refused = [
      await forget(rooms, ANN, bobs),
      await forget(rooms, BOB, bobs),
      await forget(rooms, BOB, code),
      await forget(rooms, ANN, otherThan(code)),
    ];
    for (const one of refused) expect(one).toEqual(refused[0]);
    expect(refused.map(codeOf)[0]).toBe(CODE.wrongCredentials);
    good(await forget(rooms, ANN, code));
    expect(await forget(rooms, ANN, code)).toEqual(refused[0]);
  });

  it('is replaced by the owner with the right code, whatever strangers have tried', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const code = await rooms.codeFor(ANN, 'password');
    const wanted = { contact: ANN, password: NEW, repeated: NEW };
    const stranger = visitor('203.0.113.9');
    for (let i = 0; i < 6; i++)
      await rooms.membership.forgetPassword({ ...wanted, code: otherThan(code) }, stranger);
    expect(codeOf(await rooms.membership.forgetPassword({ ...wanted, code }, stranger))).toBe(
      CODE.wrongCredentials,
    );
    good(await rooms.membership.forgetPassword({ ...wanted, code }, visitor('198.51.100.1')));
    await signIn(rooms, ANN, NEW);
  });

  it('with one code from many requests at once is replaced once', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const code = await rooms.codeFor(ANN, 'password');
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const password = `${NEW} ${i}`;
        return rooms.membership.forgetPassword({ contact: ANN, password, repeated: password, code });
      }),
    );
    expect(all.map(codeOf).toSorted()).toEqual([CODE.success, ...Array(9).fill(CODE.wrongCredentials)]);
  });

  // spec: 5.5
  it('must be typed twice alike, and meet the rules of a first one', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const code = await rooms.codeFor(ANN, 'password');
    expect(await forget(rooms, ANN, code, `${NEW}!`)).toMatchObject(wrongField('secondary_password'));
    const weak = { contact: ANN, password: '12345678', repeated: '12345678', code };
    expect(await rooms.membership.forgetPassword(weak)).toMatchObject(wrongField('new_password'));
    good(await forget(rooms, ANN, code));
  });
});

describe('a password is changed', () => {
  // spec: 7.20
  it('with the current one, and all other sessions end', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const [here, there] = [await signIn(rooms, ANN), await signIn(rooms, ANN)];
    const change = { password: NEW, old: PASSWORD, code: undefined, channel: undefined };
    good(await rooms.membership.amendPassword(here.session, change));
    expect(await rooms.accounts.session(here.token)).toBeDefined();
    expect(await rooms.accounts.session(there.token)).toBeUndefined();
    await signIn(rooms, ANN, NEW);
  });

  it.each(['email', undefined] as const)('with a code that was sent to it (%s)', async (channel) => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const { session } = await signIn(rooms, ANN);
    const code = await rooms.codeFor(ANN, 'password');
    const change = { password: NEW, old: undefined, code, channel };
    good(await rooms.membership.amendPassword(session, change));
    expect(codeOf(await rooms.membership.amendPassword(session, change))).toBe(CODE.wrongCredentials);
  });

  it('is refused with neither, with a wrong one, and with a right one beside a wrong one', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const { session } = await signIn(rooms, ANN);
    const code = await rooms.codeFor(ANN, 'password');
    const amend = (old?: string, sent?: string, password = NEW) =>
      rooms.membership.amendPassword(session, { password, old, code: sent, channel: undefined });
    expect(await amend()).toMatchObject(wrongField('auth_code'));
    expect(await amend(PASSWORD, undefined, 'short')).toMatchObject(wrongField('new_password'));
    expect(codeOf(await amend('wrong'))).toBe(CODE.wrongCredentials);
    expect(codeOf(await amend(undefined, otherThan(code)))).toBe(CODE.wrongCredentials);
    expect(codeOf(await amend('wrong', code))).toBe(CODE.wrongCredentials);
    expect(codeOf(await amend(PASSWORD, otherThan(code)))).toBe(CODE.wrongCredentials);
    await signIn(rooms, ANN);
    good(await amend(PASSWORD, code));
  });

  it('once with one code in many requests at once, and once with one password', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    const { session } = await signIn(rooms, ANN);
    const code = await rooms.codeFor(ANN, 'password');
    const amend = (proof: { old: string | undefined; code: string | undefined }, password: string) =>
      rooms.membership.amendPassword(session, { ...proof, password, channel: undefined });
    const atOnce = (proof: Parameters<typeof amend>[0]) =>
      Promise.all([1, 2, 3, 4].map((i) => amend(proof, `${proof.code ?? 'a new'} horse ${i}`)));
    const once = [CODE.success, ...Array(3).fill(CODE.wrongCredentials)];
    expect((await atOnce({ old: PASSWORD, code: undefined })).map(codeOf).toSorted()).toEqual(once);
    expect((await atOnce({ old: undefined, code })).map(codeOf).toSorted()).toEqual(once);
  });

  it('not with a code that was sent to another contact', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    await rooms.join(BOB);
    const { session } = await signIn(rooms, ANN);
    const code = await rooms.codeFor(BOB, 'password');
    const change = { password: NEW, old: undefined, code, channel: undefined };
    expect(codeOf(await rooms.membership.amendPassword(session, change))).toBe(CODE.wrongCredentials);
  });
});
