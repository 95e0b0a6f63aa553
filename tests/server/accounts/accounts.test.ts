import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/money.ts';
import { codeOf, good, startDealing } from '../../helpers/dealing.ts';

const DAY_MS = 86_400_000;

async function signedIn() {
  const dealing = await startDealing();
  const { demoId } = await dealing.accounts.createDemo();
  const { token, user } = good(await dealing.accounts.loginDemo(demoId));
  return { ...dealing, demoId, token, user };
}

describe('a demo account', () => {
  it('opens with the demo balance and logs in with its secret', async () => {
    const { accounts, exchange, demoId, token, user, stop } = await signedIn();
    expect(demoId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(user).toMatchObject({ is_demo: 1, email: '', phone: '' });
    expect(user.invite_code).toMatch(/^[A-Z2-9]{8}$/);
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    expect(session.user).toEqual(user);
    const figures = await exchange.figures(session.accountId);
    expect(figures).toEqual({ balance: moneyFromWire(100_000), lockBalance: 0 });
    await stop();
  });

  it('is not opened by a wrong secret', async () => {
    const { accounts, demoId, stop } = await signedIn();
    for (const wrong of ['', demoId.slice(1), demoId.toLowerCase(), 'x'.repeat(22)]) {
      expect(codeOf(await accounts.loginDemo(wrong))).toBe(CODE.wrongCredentials);
    }
    await stop();
  });

  it('keeps neither its secret nor a token in the data folder', async () => {
    const { dataDir, demoId, token, stop } = await signedIn();
    for (const file of readdirSync(dataDir)) {
      const bytes = readFileSync(join(dataDir, file), 'latin1');
      expect(bytes.includes(demoId)).toBe(false);
      expect(bytes.includes(token)).toBe(false);
    }
    await stop();
  });
});

describe('a password login', () => {
  const password = 'correct horse battery';

  it('knows the user by e-mail and phone', async () => {
    const { accounts, stop } = await startDealing();
    const user = good(await accounts.createUser({ email: 'Ann@Example.com', phone: '61234567', password }));
    expect(user).toMatchObject({ is_demo: 0, email: 'ann@example.com', phone: '61234567' });
    expect(good(await accounts.login('email', ' ann@example.COM ', password)).user).toEqual(user);
    expect(good(await accounts.login('mobile', '61234567', password)).user).toEqual(user);
    await stop();
  });

  it('says the same whatever is wrong', async () => {
    const { accounts, stop } = await startDealing();
    good(await accounts.createUser({ email: 'ann@example.com', password }));
    const wrong = [
      await accounts.login('email', 'ann@example.com', 'wrong horse battery'),
      await accounts.login('email', 'bob@example.com', password),
      await accounts.login('mobile', 'ann@example.com', password),
      await accounts.login('email', 'ann@example.com', password.repeat(100)),
      await accounts.login('email', 'ann@example.com', ''),
    ];
    for (const answer of wrong) expect(answer).toEqual(wrong[0]);
    expect(wrong.map(codeOf)[0]).toBe(CODE.wrongCredentials);
    await stop();
  });

  it('takes as long for nobody as for somebody', async () => {
    const { accounts, stop } = await startDealing();
    good(await accounts.createUser({ email: 'ann@example.com', password }));
    const median = async (email: string) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const start = performance.now();
        await accounts.login('email', email, 'wrong horse battery');
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[2] ?? 0;
    };
    const [somebody, nobody] = [await median('ann@example.com'), await median('bob@example.com')];
    expect(nobody).toBeGreaterThan(somebody / 3);
    expect(somebody).toBeGreaterThan(nobody / 3);
    await stop();
  });

  it('tells long passwords apart to their end', async () => {
    const { accounts, stop } = await startDealing();
    const long = `${'p'.repeat(99)}1`;
    good(await accounts.createUser({ email: 'ann@example.com', password: long }));
    good(await accounts.login('email', 'ann@example.com', long));
    expect(codeOf(await accounts.login('email', 'ann@example.com', `${'p'.repeat(99)}2`))).toBe(
      CODE.wrongCredentials,
    );
    await stop();
  });

  it('is not made for a short password, nobody, or a taken address', async () => {
    const { accounts, stop } = await startDealing();
    const refused = await accounts.createUser({ email: 'ann@example.com', password: 'short' });
    expect(refused).toMatchObject({ error: { code: CODE.badParameter, facts: { field: 'password' } } });
    expect(codeOf(await accounts.createUser({ password }))).toBe(CODE.badParameter);
    good(await accounts.createUser({ email: 'ann@example.com', password }));
    expect(codeOf(await accounts.createUser({ email: 'ANN@example.com', password }))).toBe(CODE.conflict);
    await stop();
  });
});

describe('a session', () => {
  it('ends with a logout, once, and tells', async () => {
    const { accounts, token, stop } = await signedIn();
    const ended: string[] = [];
    accounts.onSessionEnded((id) => ended.push(id));
    const session = await accounts.session(token);
    await accounts.endSession(token);
    await accounts.endSession(token);
    expect(await accounts.session(token)).toBeUndefined();
    expect(ended).toEqual([session?.id]);
    await stop();
  });

  it('lasts 30 days from its last use', async () => {
    const { accounts, clock, token, stop } = await signedIn();
    accounts.stop();
    clock.advance(29 * DAY_MS);
    expect(await accounts.session(token)).toBeDefined();
    clock.advance(29 * DAY_MS);
    expect(await accounts.session(token)).toBeDefined();
    clock.advance(30 * DAY_MS);
    expect(await accounts.session(token)).toBeUndefined();
    await stop();
  });

  it('that ran out is swept away within a second', async () => {
    const { accounts, store, clock, token, stop } = await signedIn();
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    await store.write((transaction) => transaction.sessions.extend(session.id, clock.now()));
    const told = new Promise<string>((resolve) => accounts.onSessionEnded(resolve));
    clock.advance(1_000);
    expect(await told).toBe(session.id);
    await stop();
  });

  it('outlives a restart', async () => {
    const { dataDir, token, stop } = await signedIn();
    await stop();
    const again = await startDealing({ dataDir });
    expect(await again.accounts.session(token)).toBeDefined();
    await again.stop();
  });
});
