import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD, registration, startPeople, visitor } from '../../helpers/people.ts';
import { startOwner } from '../factors/owner.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('after a clock that was three minutes fast was put right', () => {
  it('the code of an authenticator app is right, and that of the wrong time is not', async () => {
    const owner = await startOwner();
    const { secret } = await owner.addTotp();
    owner.clock.advance(MINUTE_MS);
    owner.clock.set(3 * MINUTE_MS);
    owner.clock.now();
    const ofWrongTime = owner.nextCode(secret);
    owner.clock.set(-3 * MINUTE_MS);
    const ofPhone = { kind: 'totp', text: owner.codeOf(secret) } as const;
    expect(await owner.spend(ofWrongTime)).toBe(false);
    expect(await owner.spend(ofPhone)).toBe(true);
  });
});

describe('a second at 28 hours ahead', () => {
  it('leaves a code that was sent before it as good as it was', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    rooms.clock.set(28 * HOUR_MS);
    expect(codeOf(await rooms.membership.register({ ...registration(ANN), code }))).toBe(
      CODE.wrongCredentials,
    );
    // Another visitor's code removes those that have expired.
    await rooms.codeFor({ kind: 'email', value: 'other@example.com' }, 'register');
    rooms.clock.set(-28 * HOUR_MS);
    good(await rooms.membership.register({ ...registration(ANN), code }));
  });

  it('neither allows more codes, nor holds back the next one for a day', async () => {
    const rooms = await startPeople();
    good(await rooms.send(ANN, 'register'));
    rooms.clock.set(28 * HOUR_MS);
    expect(codeOf(await rooms.send(ANN, 'register'))).toBe(CODE.tooMany);
    rooms.clock.advance(MINUTE_MS);
    good(await rooms.send(ANN, 'register'));
    rooms.clock.set(-28 * HOUR_MS);
    expect(codeOf(await rooms.send(ANN, 'register'))).toBe(CODE.tooMany);
    rooms.clock.advance(MINUTE_MS);
    good(await rooms.send(ANN, 'register'));
  });

  it('neither forgets wrong passwords, nor locks their owner out for longer', async () => {
    const rooms = await startPeople();
    good(await rooms.accounts.createUser({ email: ANN, password: PASSWORD }));
    const guess = (password: string) => rooms.accounts.login(ANN, password, visitor('198.51.100.3'));
    for (let i = 0; i < 4; i++) await guess('wrong');
    rooms.clock.set(28 * HOUR_MS);
    expect(codeOf(await guess('wrong'))).toBe(CODE.wrongCredentials);
    expect(codeOf(await guess(PASSWORD))).toBe(CODE.tooMany);
    rooms.clock.set(-28 * HOUR_MS);
    expect(codeOf(await guess(PASSWORD))).toBe(CODE.tooMany);
    rooms.clock.advance(HOUR_MS);
    good(await guess(PASSWORD));
  });
});

describe('sessions', () => {
  it('are refused while the clock says that they have expired, and there again when it is put right', async () => {
    const rooms = await startPeople();
    good(await rooms.accounts.createUser({ email: ANN, password: PASSWORD }));
    const { token } = good(await rooms.accounts.login(ANN, PASSWORD));
    rooms.clock.set(91 * DAY_MS);
    expect(await rooms.accounts.session(token)).toBeUndefined();
    // The removal of expired ones has run.
    rooms.clock.advance(5_000);
    await rooms.store.write(async () => undefined);
    rooms.clock.set(-91 * DAY_MS);
    expect(await rooms.accounts.session(token)).toBeDefined();
  });
});
