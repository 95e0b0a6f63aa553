import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { ANN, BOB, PASSWORD, type PeopleRooms, PHONE, startPeople, visitor } from '../../helpers/people.ts';

const HOUR_MS = 3_600_000;
const GUESSES = Number(process.env['ROUNDS'] ?? 300);
const HOME = visitor('203.0.113.7');
const stranger = (number: number) => visitor(`198.51.100.${number}`);

async function withAnn() {
  const rooms = await startPeople();
  good(await rooms.accounts.createUser({ email: ANN, phone: PHONE, password: PASSWORD }));
  return rooms;
}

/** How many of the guesses were verified. */
async function guess(rooms: PeopleRooms, addresses: number, contacts = [ANN, PHONE] as const) {
  const before = rooms.work.verified;
  const answers = await Promise.all(
    Array.from({ length: GUESSES }, (_, i) =>
      rooms.accounts.login(contacts[i % 2 === 0 ? 0 : 1], `wrong ${i}`, stranger(i % addresses)),
    ),
  );
  const checked = rooms.work.verified - before;
  expect(answers.filter((answer) => codeOf(answer) === CODE.wrongCredentials).length).toBe(checked);
  expect(answers.filter((answer) => codeOf(answer) === CODE.tooMany).length).toBe(GUESSES - checked);
  return checked;
}

describe('guessing a password', () => {
  it('from one address is limited after a few attempts, also when all arrive at once', async () => {
    expect(await guess(await withAnn(), 1)).toBe(10);
  });

  it('from a hundred addresses is limited to 20 attempts an hour, for all names of the account', async () => {
    const rooms = await withAnn();
    expect(await guess(rooms, 100)).toBe(20);
    rooms.clock.advance(HOUR_MS - 1);
    expect(await guess(rooms, 100)).toBe(0);
    rooms.clock.advance(1);
    expect(await guess(rooms, 100)).toBe(20);
  });

  it('returns the time to wait', async () => {
    const rooms = await withAnn();
    rooms.clock.advance(1_000);
    await guess(rooms, 100);
    rooms.clock.advance(600_000);
    const refused = await rooms.accounts.login(ANN, PASSWORD, stranger(200));
    expect(refused).toMatchObject({ error: { code: CODE.tooMany, facts: { retry_after_s: 3_000 } } });
  });

  it('is limited in the same way for an unknown name', async () => {
    const rooms = await withAnn();
    const answers = async (name: typeof ANN) => {
      const all = [];
      for (let i = 0; i < 8; i++) all.push(await rooms.accounts.login(name, `wrong ${i}`, stranger(1)));
      return all;
    };
    const [somebody, nobody] = [await answers(ANN), await answers(BOB)];
    expect(nobody).toEqual(somebody);
    expect(somebody.map(codeOf)).toContain(CODE.tooMany);
  });

  it('does not lock out the owner at a known address, nor end open sessions', async () => {
    const rooms = await withAnn();
    const { token } = good(await rooms.accounts.login(ANN, PASSWORD, HOME));
    await guess(rooms, 100);
    expect(await rooms.accounts.session(token)).toBeDefined();
    expect(codeOf(await rooms.accounts.login(ANN, PASSWORD, HOME))).toBe(CODE.success);
    expect(codeOf(await rooms.accounts.login(ANN, PASSWORD, stranger(200)))).toBe(CODE.tooMany);
  });

  it('is limited at a known address as well', async () => {
    const rooms = await withAnn();
    good(await rooms.accounts.login(ANN, PASSWORD, HOME));
    const before = rooms.work.verified;
    for (let i = 0; i < 30; i++) await rooms.accounts.login(ANN, `wrong ${i}`, HOME);
    expect(rooms.work.verified - before).toBe(10);
  });

  it('does not count a correct password', async () => {
    const rooms = await withAnn();
    for (let i = 0; i < 30; i++) good(await rooms.accounts.login(ANN, PASSWORD, stranger(i)));
    expect(await guess(rooms, 100)).toBeGreaterThan(0);
  });

  it('is reset with a new password', async () => {
    const rooms = await withAnn();
    await guess(rooms, 100);
    const code = await rooms.codeFor(ANN, 'password');
    const password = 'an entirely new horse';
    good(await rooms.membership.forgetPassword({ contact: ANN, password, repeated: password, code }));
    good(await rooms.accounts.login(ANN, password, stranger(200)));
    good(await rooms.accounts.login(PHONE, password, stranger(201)));
  });

  it('is not reset by a restart', async () => {
    const rooms = await withAnn();
    await guess(rooms, 100);
    await rooms.stop();
    const again = await startPeople({ dataDir: rooms.dataDir, clock: rooms.clock });
    expect(await guess(again, 100)).toBe(0);
  });

  it('by a session on its own account is limited too', async () => {
    const rooms = await withAnn();
    const { token } = good(await rooms.accounts.login(ANN, PASSWORD, HOME));
    const session = await rooms.accounts.session(token);
    if (session === undefined) throw new Error('no session');
    const before = rooms.work.verified;
    const codes: number[] = [];
    for (let i = 0; i < 12; i++)
      codes.push(codeOf(await rooms.accounts.checkPassword(session, `wrong ${i}`)));
    expect(rooms.work.verified - before).toBe(5);
    expect(codes).toEqual([
      ...Array<number>(5).fill(CODE.wrongCredentials),
      ...Array<number>(7).fill(CODE.tooMany),
    ]);
    // The allowance of logins is unchanged.
    expect(await guess(rooms, 100)).toBe(20);
  });
});
