import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Passwords } from '../../../server/accounts/password.ts';
import { sessionRepository } from '../../../server/accounts/session-repository.ts';
import { accountOfText } from '../../../server/accounts/user.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { codeOf, good, startDealing } from '../../helpers/dealing.ts';
import { ANN, BOB, PASSWORD, PHONE, startPeople, visitor } from '../../helpers/people.ts';

const DAY_MS = 86_400_000;

async function signedIn() {
  const dealing = await startDealing();
  const { demoId } = await dealing.accounts.createDemo();
  const { token, user } = good(await dealing.accounts.loginDemo(demoId));
  return { ...dealing, demoId, token, user };
}

describe('a demo account', () => {
  // spec: 1.1 7.21
  it('opens with the demo balance and logs in with its secret', async () => {
    const { accounts, exchange, demoId, token, user } = await signedIn();
    expect(demoId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(user).toMatchObject({ is_demo: 1, email: '', phone: '' });
    expect(user.invite_code).toMatch(/^[A-Z2-9]{8}$/);
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    expect(session.user).toEqual(user);
    const figures = await exchange.figures(session.accountId);
    expect(figures).toEqual({ balance: moneyFromWire(100_000), lockBalance: 0 });
  });

  it('is not opened by a wrong secret', async () => {
    const { accounts, demoId } = await signedIn();
    for (const wrong of ['', demoId.slice(1), demoId.toLowerCase(), 'x'.repeat(22)]) {
      expect(codeOf(await accounts.loginDemo(wrong))).toBe(CODE.wrongCredentials);
    }
  });

  it('keeps neither its secret nor a token in the data folder', async () => {
    const { dataDir, demoId, token } = await signedIn();
    for (const file of readdirSync(dataDir)) {
      const bytes = readFileSync(join(dataDir, file), 'latin1');
      expect(bytes.includes(demoId)).toBe(false);
      expect(bytes.includes(token)).toBe(false);
    }
  });
});

describe('a password login', () => {
  it('knows the user by e-mail and phone', async () => {
    const { accounts } = await startPeople();
    const user = good(await accounts.createUser({ email: ANN, phone: PHONE, password: PASSWORD }));
    expect(user).toMatchObject({ is_demo: 0, email: ANN.value, phone: '61234567', area_code: '852' });
    expect(good(await accounts.login(ANN, PASSWORD)).user).toEqual(user);
    expect(good(await accounts.login(PHONE, PASSWORD)).user).toEqual(user);
  });

  it('gets the same answer for every wrong credential, after the same work', async () => {
    const { accounts, work } = await startPeople();
    good(await accounts.createUser({ email: ANN, password: PASSWORD }));
    const wrong = [
      await accounts.login(ANN, 'wrong horse battery'),
      await accounts.login(BOB, PASSWORD),
      await accounts.login(PHONE, PASSWORD),
      await accounts.login(ANN, PASSWORD.repeat(100)),
      await accounts.login(ANN, ''),
    ];
    for (const answer of wrong) expect(answer).toEqual(wrong[0]);
    expect(wrong.map(codeOf)[0]).toBe(CODE.wrongCredentials);
    expect(work.verified).toBe(wrong.length);
  });

  it('is not created for an unknown or a taken name', async () => {
    const { accounts } = await startPeople();
    expect(codeOf(await accounts.createUser({ password: PASSWORD }))).toBe(CODE.badParameter);
    good(await accounts.createUser({ email: ANN, password: PASSWORD }));
    expect(codeOf(await accounts.createUser({ email: ANN, password: PASSWORD }))).toBe(CODE.conflict);
  });

  it('is not created without the required grant', async () => {
    const { accounts } = await startPeople();
    const user = { email: ANN, password: PASSWORD };
    expect(codeOf(await accounts.createUser(user, async () => false))).toBe(CODE.wrongCredentials);
    good(await accounts.createUser(user, async () => true));
  });

  it('waits with the others of its network, and is given up before its call gets no answer', async () => {
    const waits: (readonly [who: string, isOver: () => void])[] = [];
    const passwords: Passwords = {
      hash: async (password) => password,
      verify: (password, stored, { who, isWaiting } = { who: '' }) =>
        new Promise((resolve) => {
          waits.push([who, () => resolve(isWaiting?.() === false ? undefined : password === stored)]);
        }),
    };
    const { accounts, clock } = await startPeople({ passwords });
    good(await accounts.createUser({ email: ANN, password: PASSWORD }));
    /** The answer to a login whose turn comes so much later. */
    const login = async (address: string, ms: number, password = PASSWORD) => {
      const answer = accounts.login(ANN, password, visitor(address));
      await vi.waitUntil(() => waits.length > 0);
      clock.advance(ms);
      const [who, end] = waits.pop() ?? [];
      end?.();
      return [who, codeOf(await answer)];
    };
    // They were not looked at: more than may be wrong are no reason to refuse the right one.
    for (let i = 0; i < 12; i++)
      expect(await login('2001:db8:0:7::1', 8_000, `wrong ${i}`)).toEqual(['2001:db8:0:7', CODE.tooMany]);
    expect(await login('2001:db8:0:7::2', 8_000)).toEqual(['2001:db8:0:7', CODE.tooMany]);
    expect(await login('2001:db8:0:7::3', 7_999)).toEqual(['2001:db8:0:7', CODE.success]);
    expect(await login('198.51.100.7', 0)).toEqual(['198.51.100.7', CODE.success]);
  });

  it('starts no session if the password changed during its verification', async () => {
    const slow = Promise.withResolvers<void>();
    const looking = Promise.withResolvers<void>();
    const passwords: Passwords = {
      hash: async (password) => password,
      async verify(password, stored) {
        looking.resolve();
        await slow.promise;
        return password === stored;
      },
    };
    const { accounts } = await startPeople({ passwords });
    const { uid } = good(await accounts.createUser({ email: ANN, password: PASSWORD }));
    const login = accounts.login(ANN, PASSWORD);
    await looking.promise;
    const account = accountOfText(String(uid));
    if (account === undefined) throw new Error('no account');
    good(await accounts.setPassword(account, 'another horse entirely', async () => true));
    slow.resolve();
    expect(codeOf(await login)).toBe(CODE.wrongCredentials);
  });
});

describe('a session', () => {
  it('ends with a logout, once, and emits an event', async () => {
    const { accounts, token } = await signedIn();
    const ended: string[] = [];
    accounts.onSessionEnded((id) => ended.push(id));
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    await accounts.logout(session);
    await accounts.logout(session);
    expect(await accounts.session(token)).toBeUndefined();
    expect(ended).toEqual([session.id]);
  });

  it('lasts 30 days from its last use', async () => {
    const { accounts, store, clock, token } = await signedIn();
    accounts.stop();
    for (let month = 0; month < 2; month++) {
      clock.advance(29 * DAY_MS);
      expect(await accounts.session(token)).toBeDefined();
      // Its use is recorded after the answer, in the order of the writes.
      await store.write(async () => undefined);
    }
    clock.advance(30 * DAY_MS);
    expect(await accounts.session(token)).toBeUndefined();
  });

  it('that expired is deleted within a second', async () => {
    const { accounts, store, clock, token } = await signedIn();
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    await store.write((transaction) =>
      sessionRepository(transaction).touch(session.id, clock.now(), clock.now()),
    );
    const told = new Promise<string>((resolve) => accounts.onSessionEnded(resolve));
    clock.advance(1_000);
    expect(await told).toBe(session.id);
  });

  it('outlives a restart', async () => {
    const { dataDir, token, stop } = await signedIn();
    await stop();
    const again = await startDealing({ dataDir });
    expect(await again.accounts.session(token)).toBeDefined();
  });
});
