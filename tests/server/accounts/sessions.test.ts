import { describe, expect, it } from 'vitest';
import { MAX_SESSIONS } from '../../../server/accounts/sessions.ts';
import { hashSecret } from '../../../server/secret.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good, START } from '../../helpers/dealing.ts';
import { ANN, BOB, PASSWORD, startPeople, visitor } from '../../helpers/people.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

async function signedIn(devices = ['Chrome · Android', 'Safari · iPhone']) {
  const rooms = await startPeople();
  const { accounts } = rooms;
  for (const email of [ANN, BOB]) good(await accounts.createUser({ email, password: PASSWORD }));
  const enter = async (email: typeof ANN, device: string) => {
    const { token } = good(await accounts.login(email, PASSWORD, visitor('203.0.113.7', device)));
    const session = await accounts.session(token);
    if (session === undefined) throw new Error('no session');
    return { token, session };
  };
  const places = [];
  for (const device of devices) {
    places.push(await enter(ANN, device));
    rooms.clock.advance(1_000);
  }
  const [first, second] = places;
  if (first === undefined || second === undefined) throw new Error('two devices are needed');
  return { ...rooms, enter, first, second };
}

describe('the sessions of a user', () => {
  it('are shown with device and times, last used first, and the current one is marked', async () => {
    const { accounts, first } = await signedIn();
    const list = await accounts.sessions(first.session);
    expect(list).toMatchObject([
      { device: 'Safari · iPhone', createdAt: START + 1_000, seenAt: START + 1_000, isCurrent: false },
      { device: 'Chrome · Android', createdAt: START, seenAt: START, isCurrent: true },
    ]);
  });

  it('end at the age of 90 days although they are used, with an event for their sockets', async () => {
    const { accounts, clock, store, first } = await signedIn();
    const ended: string[] = [];
    accounts.onSessionEnded((id) => ended.push(id));
    const use = async () => {
      const session = await accounts.session(first.token);
      await store.write(async () => undefined);
      return session?.id;
    };
    clock.advance(-2_000 + 20 * DAY_MS);
    for (let day = 20; day < 90; day += 20) {
      expect(await use(), `day ${day}`).toBe(first.session.id);
      clock.advance(Math.min(20, 90 - day) * DAY_MS - (day + 20 >= 90 ? 1 : 0));
    }
    expect(await use()).toBe(first.session.id);
    expect(ended).not.toContain(first.session.id);
    clock.advance(1);
    expect(await use()).toBeUndefined();
    clock.advance(1_000);
    await expect.poll(() => ended).toContain(first.session.id);
  });

  it('have names that reveal nothing about their tokens', async () => {
    const { accounts, first } = await signedIn();
    const [, own] = await accounts.sessions(first.session);
    expect(own?.publicId).toMatch(/^[\w-]{16}$/);
    expect(hashSecret(first.token)).not.toContain(own?.publicId);
    expect(first.token).not.toContain(own?.publicId);
  });

  it('update their last use at most once a minute', async () => {
    const { accounts, store, clock, first } = await signedIn();
    const seenAt = async () => {
      await accounts.session(first.token);
      await store.write(async () => undefined);
      return (await accounts.sessions(first.session)).find(({ isCurrent }) => isCurrent)?.seenAt;
    };
    clock.advance(MINUTE_MS - 2_001);
    expect(await seenAt()).toBe(START);
    clock.advance(1);
    expect(await seenAt()).toBe(START + MINUTE_MS);
    clock.advance(MINUTE_MS - 1);
    expect(await seenAt()).toBe(START + MINUTE_MS);
  });

  it('end one by one by their name, and emit an event', async () => {
    const { accounts, first, second } = await signedIn();
    const ended: string[] = [];
    accounts.onSessionEnded((id) => ended.push(id));
    const other = (await accounts.sessions(first.session)).find(({ isCurrent }) => !isCurrent);
    good(await accounts.endSessionOf(first.session, other?.publicId ?? ''));
    expect(ended).toEqual([second.session.id]);
    expect(await accounts.session(second.token)).toBeUndefined();
    expect(await accounts.session(first.token)).toBeDefined();
    expect(codeOf(await accounts.endSessionOf(first.session, other?.publicId ?? ''))).toBe(CODE.notFound);
  });

  it('of another user are not found', async () => {
    const { accounts, enter, first } = await signedIn();
    const bob = await enter(BOB, 'Firefox · Linux');
    const [bobs] = await accounts.sessions(bob.session);
    const refused = await accounts.endSessionOf(first.session, bobs?.publicId ?? '');
    expect(refused).toEqual(await accounts.endSessionOf(first.session, 'nothing-is-there'));
    expect(codeOf(refused)).toBe(CODE.notFound);
    expect(await accounts.session(bob.token)).toBeDefined();
  });

  it('are limited: one more ends the one that was used longest ago', async () => {
    const { accounts, clock, first, second, enter } = await signedIn();
    for (let i = 2; i < MAX_SESSIONS; i++) await enter(ANN, '');
    clock.advance(MINUTE_MS);
    await accounts.session(first.token);
    const ended: string[] = [];
    accounts.onSessionEnded((id) => ended.push(id));
    await enter(ANN, '');
    expect(ended).toEqual([second.session.id]);
    expect(await accounts.session(first.token)).toBeDefined();
    expect(await accounts.sessions(first.session)).toHaveLength(MAX_SESSIONS);
  });

  it('are all ended by an operator, without effect on other users', async () => {
    const { accounts, enter, first, second } = await signedIn();
    const bob = await enter(BOB, '');
    expect(await accounts.directory.endSessions(first.session.accountId)).toBe(2);
    for (const token of [first.token, second.token]) expect(await accounts.session(token)).toBeUndefined();
    expect(await accounts.session(bob.token)).toBeDefined();
  });

  it('are removed by a logout', async () => {
    const { accounts, first, second } = await signedIn();
    await accounts.logout(first.session);
    expect(await accounts.session(first.token)).toBeUndefined();
    expect(await accounts.session(second.token)).toBeDefined();
  });
});
