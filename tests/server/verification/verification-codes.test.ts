import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contact } from '../../../server/contact.ts';
import type { CodePurpose } from '../../../server/verification/verification-tables.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf } from '../../helpers/dealing.ts';
import { ANN, BOB, codeIn, otherThan, type PeopleRooms, PHONE, startPeople } from '../../helpers/people.ts';
import { watchQueries } from '../../helpers/watch-queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Where codes are asked for. */
const HOME = '198.51.100.1';

const check = (rooms: PeopleRooms, contact: Contact, purpose: CodePurpose, code: string, address = HOME) =>
  rooms.verification.admit(contact, purpose, { code }, { address }).then(codeOf);

describe('a verification code', () => {
  // spec: 7.16
  it('has six digits, in a letter in the user’s language', async () => {
    const rooms = await startPeople();
    await rooms.send(ANN, 'register');
    const [letter] = rooms.letters;
    expect(letter).toMatchObject({
      channel: 'email',
      to: ANN.value,
      subject: 'Pipstream: Verification code',
    });
    expect(letter?.text).toMatch(
      /^Pipstream: Your code for opening an account is \d{6}\. It is valid for 10 minutes/,
    );
    await rooms.send(PHONE, 'register');
    expect(rooms.letters[1]).toMatchObject({ channel: 'sms', to: PHONE.value });
  });

  it('keeps its leading zeros', async () => {
    const zeros = { bytes: (count: number) => new Uint8Array(count) };
    const rooms = await startPeople({ random: zeros });
    expect(await rooms.codeFor(ANN, 'register')).toBe('000000');
    expect(await check(rooms, ANN, 'register', '0')).toBe(CODE.wrongCredentials);
  });

  it('is valid for ten minutes', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    rooms.clock.advance(10 * MINUTE_MS - 1);
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.success);
    rooms.clock.advance(1);
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.wrongCredentials);
  });

  it('is valid only for its purpose and its contact', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    await rooms.codeFor(BOB, 'register');
    const other = await rooms.codeFor(ANN, 'password');
    expect(await check(rooms, ANN, 'password', code === other ? otherThan(code) : code)).toBe(
      CODE.wrongCredentials,
    );
    expect(await check(rooms, BOB, 'register', code)).toBe(CODE.wrongCredentials);
    expect(await check(rooms, PHONE, 'register', code)).toBe(CODE.wrongCredentials);
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.success);
  });

  it('survives four wrong attempts and expires with the fifth', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    for (let i = 0; i < 4; i++) await check(rooms, ANN, 'register', otherThan(code));
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.success);
    await check(rooms, ANN, 'register', otherThan(code));
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.wrongCredentials);
  });

  it('is not used up by strangers: they have five tries together, and the network that asked has its own', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    const wrong = otherThan(code);
    for (let i = 0; i < 5; i++) await check(rooms, ANN, 'register', wrong, `203.0.113.${i}`);
    expect(await check(rooms, ANN, 'register', code, '203.0.113.9')).toBe(CODE.wrongCredentials);
    for (let i = 0; i < 4; i++) await check(rooms, ANN, 'register', wrong);
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.success);
    await check(rooms, ANN, 'register', wrong);
    expect(await check(rooms, ANN, 'register', code)).toBe(CODE.wrongCredentials);
  });

  it('may be typed at another network than the one that asked', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    for (let i = 0; i < 5; i++) await check(rooms, ANN, 'register', otherThan(code));
    expect(await check(rooms, ANN, 'register', code, '203.0.113.9')).toBe(CODE.success);
  });

  it('cannot be found by a thousand attempts at once', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    const wrong = Array.from({ length: 200 }, (_, i) => String(i).padStart(6, '0')).filter(
      (one) => one !== code,
    );
    const tries = [...wrong.slice(0, 5), code, ...wrong.slice(5), code];
    const answers = await Promise.all(
      [HOME, '203.0.113.9'].flatMap((from) => tries.map((one) => check(rooms, ANN, 'register', one, from))),
    );
    expect(new Set(answers)).toEqual(new Set([CODE.wrongCredentials]));
  });

  it('is replaced by a newer one', async () => {
    const rooms = await startPeople();
    const [older, newer] = [await rooms.codeFor(ANN, 'register'), await rooms.codeFor(ANN, 'register')];
    if (older !== newer) expect(await check(rooms, ANN, 'register', older)).toBe(CODE.wrongCredentials);
    expect(await check(rooms, ANN, 'register', newer)).toBe(CODE.success);
  });

  it('outlives a restart', async () => {
    const rooms = await startPeople();
    const code = await rooms.codeFor(ANN, 'register');
    await rooms.stop();
    const again = await startPeople({ dataDir: rooms.dataDir, clock: rooms.clock });
    expect(await check(again, ANN, 'register', code)).toBe(CODE.success);
  });

  it('appears in no file, nor does its recipient', async () => {
    const rooms = await startPeople({
      random: { bytes: (count) => Uint8Array.from({ length: count }, (_, i) => 37 * i + 11) },
    });
    const code = await rooms.codeFor(ANN, 'register');
    for (const file of readdirSync(rooms.dataDir)) {
      const bytes = readFileSync(join(rooms.dataDir, file), 'latin1');
      expect(bytes.includes(code), file).toBe(false);
      expect(bytes.includes(ANN.value), file).toBe(false);
    }
  });

  it('is hashed with a key that only the exchange reads, and that is not in the database', async () => {
    const rooms = await startPeople();
    const path = join(rooms.dataDir, 'verification.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const key = readFileSync(path, 'utf8').trim();
    await rooms.codeFor(ANN, 'register');
    for (const file of readdirSync(rooms.dataDir).filter((name) => name !== 'verification.key'))
      expect(readFileSync(join(rooms.dataDir, file), 'latin1').includes(key), file).toBe(false);
  });
});

describe('sending codes', () => {
  it('happens once for many requests at once, and returns the time to wait', async () => {
    const rooms = await startPeople();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => rooms.send(ANN, 'register', `10.0.0.${i}`)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of answers.filter(({ ok }) => !ok))
      expect(refused).toMatchObject({ error: { code: CODE.tooMany, facts: { retry_after_s: 60 } } });
    expect(rooms.letters).toHaveLength(1);
  });

  // spec: 9.2
  it('waits a minute between two for the same contact, for any purpose', async () => {
    const rooms = await startPeople();
    await rooms.send(ANN, 'register');
    rooms.clock.advance(MINUTE_MS - 1);
    expect(await rooms.send(ANN, 'password')).toMatchObject({ error: { facts: { retry_after_s: 1 } } });
    expect(codeOf(await rooms.send(BOB, 'register'))).toBe(CODE.success);
    rooms.clock.advance(1);
    expect(codeOf(await rooms.send(ANN, 'password'))).toBe(CODE.success);
  });

  it('is limited to five times an hour and ten times a day for one contact', async () => {
    const rooms = await startPeople();
    rooms.accounts.stop();
    const burst = async () => {
      let sent = 0;
      for (let i = 0; i < 8; i++) {
        if ((await rooms.send(ANN, 'register')).ok) sent += 1;
        rooms.clock.advance(MINUTE_MS);
      }
      return sent;
    };
    expect(await burst()).toBe(5);
    rooms.clock.advance(HOUR_MS);
    expect(await burst()).toBe(5);
    rooms.clock.advance(HOUR_MS);
    expect(await burst()).toBe(0);
    const refused = await rooms.send(ANN, 'register');
    const waitS = refused.ok ? 0 : Number(refused.error.facts?.['retry_after_s']);
    rooms.clock.advance(waitS * 1_000);
    expect(codeOf(await rooms.send(ANN, 'register'))).toBe(CODE.success);
    expect(waitS).toBeGreaterThan(20 * 3_600);
    expect(waitS * 1_000).toBeLessThan(DAY_MS);
  });

  it('has the same answer and effects with and without an account', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    rooms.clock.advance(MINUTE_MS);
    const before = rooms.letters.length;
    const answers = [await rooms.send(ANN, 'password'), await rooms.send(BOB, 'password')];
    expect(answers[1]).toEqual(answers[0]);
    expect(rooms.letters.slice(before).map(({ to }) => to)).toEqual([ANN.value]);
    expect(await rooms.send(BOB, 'password')).toEqual(await rooms.send(ANN, 'password'));
  });

  it('leaves the same in the database for a contact with an account and one without', async () => {
    const rooms = await startPeople();
    await rooms.join(ANN);
    rooms.clock.advance(MINUTE_MS);
    const writes: string[] = [];
    const { store } = rooms;
    const write = store.write;
    Object.assign(store, {
      write: (work: Parameters<typeof write>[0]) =>
        write((transaction) => work(watchQueries(transaction, (query) => writes.push(query)))),
    });
    const traceOf = async (contact: Contact, purpose: CodePurpose) => {
      writes.length = 0;
      rooms.clock.advance(MINUTE_MS);
      await rooms.send(contact, purpose);
      await check(rooms, contact, purpose, 'wrong');
      return [...writes];
    };
    for (const purpose of ['register', 'password'] as const) {
      const trace = await traceOf(ANN, purpose);
      expect(trace).toContain('insert verification_codes');
      expect(await traceOf(BOB, purpose)).toEqual(trace);
    }
  });
});

it('a letter contains no code of another letter', async () => {
  const rooms = await startPeople();
  const contacts = Array.from({ length: 20 }, (_, i) => ({ ...ANN, value: `user${i}@example.com` }));
  await Promise.all(contacts.map((contact) => rooms.send(contact, 'register')));
  expect(new Set(rooms.letters.map(codeIn)).size).toBeGreaterThan(15);
});
