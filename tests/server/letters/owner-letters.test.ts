import { describe, expect, it } from 'vitest';
import type { Contact } from '../../../server/contact.ts';
import type { Visitor } from '../../../server/visitor.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD, PHONE, registration, startPeople, visitor } from '../../helpers/people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEW = 'an entirely new horse';
const HOME: Visitor = { ...visitor('203.0.113.7'), language: 'de' };
const THIEF: Visitor = { ...visitor('198.51.100.9', 'Firefox · Linux'), language: 'th' };

/** Someone who registered at home, in German, and has logged in there. */
async function startAtHome(contact: Contact = ANN) {
  const rooms = await startPeople();
  const code = await rooms.codeFor(contact, 'register');
  good(await rooms.membership.register({ ...registration(contact), code }, HOME));
  const login = (from: Visitor, password = PASSWORD) => rooms.accounts.login(contact, password, from);
  const { token } = good(await login(HOME));
  const session = await rooms.accounts.session(token);
  if (session === undefined) throw new Error('nobody is there');
  return { ...rooms, login, session };
}

describe('a log-in', () => {
  it('from the place where the account was opened tells nobody', async () => {
    const { login, told } = await startAtHome();
    good(await login({ ...HOME, address: '203.0.113.250' }));
    expect(await told()).toEqual([]);
  });

  it.each<[string, Partial<Visitor>]>([
    ['network', { address: '198.51.100.9' }],
    ['browser', { device: 'Firefox · Android' }],
  ])('from another %s tells the owner once, and not again from there', async (_what, elsewhere) => {
    const { login, told } = await startAtHome();
    good(await login({ ...HOME, ...elsewhere }));
    good(await login({ ...HOME, ...elsewhere }));
    const [letter, ...others] = await told();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      channel: 'email',
      to: ANN.value,
      subject: expect.stringMatching(/neuen Ort/),
    });
  });

  it('that fails leaves its place new', async () => {
    const { login, told } = await startAtHome();
    await login(THIEF, 'wrong');
    expect(await told()).toEqual([]);
    good(await login(THIEF));
    expect(await told()).toHaveLength(1);
  });

  it('from a place that was not used for half a year is told again', async () => {
    const { login, told, clock } = await startAtHome();
    clock.advance(181 * DAY_MS);
    good(await login(HOME));
    expect(await told()).toHaveLength(1);
  });

  it('from very many places keeps a bounded number of them, none readable', async () => {
    const { login, store } = await startAtHome();
    for (let i = 0; i < 30; i++) good(await login(visitor(`192.0.${i}.1`)));
    const rows = await store.read.selectFrom('login_places').selectAll().execute();
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0|Chrome/);
  });

  it('to a demo account tells nobody', async () => {
    const { accounts, told } = await startAtHome();
    const { demoId } = await accounts.createDemo();
    good(await accounts.loginDemo(demoId, THIEF));
    expect(await told()).toEqual([]);
  });
});

describe("the owner's language", () => {
  it('is that of the registration, not that of a stranger who logs in', async () => {
    const { login, told } = await startAtHome();
    good(await login(THIEF));
    good(await login(THIEF));
    expect((await told())[0]?.text).toMatch(/^Pipstream: In Ihrem Konto gab es eine Anmeldung/);
  });

  it('changes with a log-in from a place that is known for a week', async () => {
    const { login, told, clock } = await startAtHome();
    clock.advance(7 * DAY_MS);
    good(await login({ ...HOME, language: 'fr' }));
    good(await login(THIEF));
    expect((await told())[0]?.text).toMatch(/^Pipstream: Une connexion à votre compte/);
  });
});

describe('a letter', () => {
  it('says when and on which device, and what to do; it has no link, no address and no secret', async () => {
    const { login, told } = await startAtHome();
    good(await login(THIEF));
    const [letter] = await told();
    expect(letter?.text).toMatch(
      /: \d{4}-\d\d-\d\d \d\d:\d\d UTC, Firefox · Linux\. .*ändern Sie sofort Ihr Passwort/,
    );
    expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/https?:|www\.|198\.51|correct horse/);
  });

  it.each(['evil.example/now', 'curl/8.1', 'a-b'])(
    'does not repeat what the program %s calls itself',
    async (device) => {
      const { login, told } = await startAtHome();
      good(await login({ ...THIEF, device }));
      expect((await told())[0]?.text).toContain(' UTC, --.');
    },
  );

  it('goes to a phone where the account has no e-mail', async () => {
    const { login, told } = await startAtHome(PHONE);
    good(await login(THIEF));
    expect(await told()).toMatchObject([{ channel: 'sms', to: PHONE.value }]);
  });
});

describe('a password', () => {
  it('that was changed is told', async () => {
    const { membership, session, told } = await startAtHome();
    const change = { password: NEW, old: PASSWORD, code: undefined, channel: undefined };
    good(await membership.amendPassword(session, change, THIEF));
    expect(await told()).toMatchObject([{ subject: 'Pipstream: Passwort geändert' }]);
  });

  it('that was reset is told', async () => {
    const rooms = await startAtHome();
    const code = await rooms.codeFor(ANN, 'password');
    const reset = { contact: ANN, password: NEW, repeated: NEW, code };
    good(await rooms.membership.forgetPassword(reset, THIEF));
    const [letter] = await rooms.told();
    expect(letter?.text).toMatch(/mit einem code/i);
  });
});

describe('strangers', () => {
  it('who lock an account cause a letter a day, however long they go on', async () => {
    const { login, told, clock } = await startAtHome();
    for (let hour = 0; hour < 20; hour++) {
      for (let i = 0; i < 6; i++) await login(visitor(`192.0.2.${hour}`), 'wrong');
      clock.advance(HOUR_MS);
    }
    expect(codeOf(await login(THIEF, 'wrong'))).toBe(CODE.wrongCredentials);
    expect(await told()).toMatchObject([{ subject: 'Pipstream: Fehlgeschlagene Anmeldeversuche' }]);
    clock.advance(DAY_MS);
    for (let i = 0; i < 6; i++) await login(THIEF, 'wrong');
    expect(await told()).toHaveLength(2);
  });

  it('cause none at an account that is not there', async () => {
    const { accounts, told } = await startAtHome();
    const nobody = { kind: 'email', value: 'nobody@example.com' } as const;
    for (let i = 0; i < 7; i++) await accounts.login(nobody, 'wrong', THIEF);
    expect(await told()).toEqual([]);
  });
});

describe('whoever knows the password', () => {
  it('causes a bounded number of letters by logging in from ever other places, also at once', async () => {
    const { login, told, clock } = await startAtHome();
    await Promise.all(Array.from({ length: 10 }, (_, i) => login(visitor(`192.0.${i}.1`))));
    expect(await told()).toHaveLength(5);
    for (let i = 10; i < 60; i++) {
      clock.advance(HOUR_MS / 2);
      await login(visitor(`192.0.${i}.1`));
    }
    expect((await told()).length).toBeLessThanOrEqual(5 + 2 * 20);
  });
});
