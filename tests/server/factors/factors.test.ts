import { describe, expect, it, vi } from 'vitest';
import { openKeyFile } from '../../../server/key-file.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { createAuthenticator } from '../../helpers/authenticator.ts';
import { good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD } from '../../helpers/people.ts';
import { HERE, needed, startOwner, THERE, wrongProof } from './owner.ts';

const refused = (code: number) => ({ ok: false, error: { code } });

describe('an account without a second factor', () => {
  it('logs in by its password, whatever proof is sent', async () => {
    const { login } = await startOwner();
    expect(await login()).toMatchObject({ ok: true });
    expect(await login({ kind: 'totp', text: '000000' })).toMatchObject({ ok: true });
  });
});

describe('one-time passwords', () => {
  // spec: 7.70 7.71 7.72
  it('count from their first code on, which brings ten recovery codes', async () => {
    const { factors, owner, account, permission, codeOf, login } = await startOwner();
    const { secret } = good(await factors.beginTotp(owner, await permission(), undefined));
    expect(await factors.list(account, HERE)).toMatchObject({ totp: false });
    expect(await login()).toMatchObject({ ok: true });
    expect(await factors.confirmTotp(owner, '000000')).toMatchObject(refused(CODE.wrongCredentials));
    const codes = good(await factors.confirmTotp(owner, codeOf(secret)));
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/.test(code))).toBe(true);
    expect(await factors.list(account, HERE)).toMatchObject({ totp: true, recoveryLeft: 10 });
    expect(await login()).toMatchObject(needed('totp', 'recovery'));
  });

  it('must be confirmed within ten minutes', async () => {
    const { factors, owner, permission, codeOf, clock } = await startOwner();
    expect(await factors.confirmTotp(owner, '000000')).toMatchObject(refused(CODE.conflict));
    const { secret } = good(await factors.beginTotp(owner, await permission(), undefined));
    clock.advance(600_000);
    expect(await factors.confirmTotp(owner, codeOf(secret))).toMatchObject(refused(CODE.conflict));
  });

  it('are not confirmed by guessing: after five wrong codes in an hour the right one waits, too', async () => {
    const { factors, owner, permission, codeOf, clock, noted, login } = await startOwner();
    const begin = async () => good(await factors.beginTotp(owner, await permission(), undefined)).secret;
    const first = await begin();
    for (let i = 0; i < 5; i++)
      expect(await factors.confirmTotp(owner, '1')).toMatchObject(refused(CODE.wrongCredentials));
    const locked = await factors.confirmTotp(owner, codeOf(first));
    expect(locked).toMatchObject(refused(CODE.tooMany));
    expect(locked).toMatchObject({ error: { facts: { retry_after_s: expect.any(Number) } } });
    const wrong = Array.from({ length: 5 }, () => ({ kind: 'factor_wrong', detail: 'new totp' }));
    expect(noted).toEqual([...wrong, { kind: 'factor_wrong', detail: 'too many' }]);
    clock.advance(3_600_000);
    expect(good(await factors.confirmTotp(owner, codeOf(await begin())))).toHaveLength(10);
    // The right one does not count.
    for (let i = 0; i < 5; i++)
      expect(await login({ kind: 'totp', text: '1' })).toMatchObject(wrongProof('totp', 'recovery'));
  });

  it('are asked for after the right password only', async () => {
    const { addTotp, login } = await startOwner();
    await addTotp();
    expect(await login(undefined, HERE, 'not her password')).toMatchObject(refused(CODE.wrongCredentials));
    expect(await login()).toMatchObject(needed('totp', 'recovery'));
  });

  it('log in once each', async () => {
    const { addTotp, nextCode, login } = await startOwner();
    const { secret } = await addTotp();
    const proof = nextCode(secret);
    expect(await login({ kind: 'totp', text: '123' })).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await login(proof)).toMatchObject({ ok: true });
    expect(await login(proof)).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await login(nextCode(secret))).toMatchObject({ ok: true });
  });

  it('do not count again after an older one: the code that confirmed them is used', async () => {
    const { addTotp, codeOf, login } = await startOwner();
    const { secret } = await addTotp();
    expect(await login({ kind: 'totp', text: codeOf(secret) })).toMatchObject(wrongProof('totp', 'recovery'));
  });

  it('are replaced with a proof by the old ones', async () => {
    const { factors, owner, permission, addTotp, nextCode, login } = await startOwner();
    const { secret } = await addTotp();
    expect(await factors.beginTotp(owner, await permission(), undefined)).toMatchObject(
      needed('totp', 'recovery'),
    );
    const renewed = await addTotp(nextCode(secret));
    expect(renewed.codes).toEqual([]);
    expect(await login(nextCode(secret))).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await login(nextCode(renewed.secret))).toMatchObject({ ok: true });
  });

  // spec: 7.73
  it('are removed with a proof, and the recovery codes with them', async () => {
    const { factors, owner, account, addTotp, nextCode, login } = await startOwner();
    expect(await factors.removeTotp(owner, undefined)).toMatchObject(refused(CODE.notFound));
    const { secret } = await addTotp();
    expect(await factors.removeTotp(owner, undefined)).toMatchObject(needed('totp', 'recovery'));
    expect(await factors.removeTotp(owner, nextCode(secret))).toEqual({ ok: true, value: null });
    expect(await factors.list(account, HERE)).toMatchObject({ totp: false, recoveryLeft: 0 });
    expect(await login()).toMatchObject({ ok: true });
  });

  it('stay after a new password, and need the key they were set up with', async () => {
    const { addTotp, membership, codeFor, login, nextCode, dataDir } = await startOwner();
    const { secret } = await addTotp();
    const code = await codeFor(ANN, 'password');
    const password = 'another long password';
    good(await membership.forgetPassword({ contact: ANN, password, repeated: password, code }));
    expect(await login(undefined, HERE, password)).toMatchObject(needed('totp', 'recovery'));
    expect(await login(nextCode(secret), HERE, password)).toMatchObject({ ok: true });
    const random = { bytes: () => Buffer.alloc(32) };
    expect(openKeyFile(dataDir, 'factors.key', random)).not.toEqual(Buffer.alloc(32));
  });
});

describe('a factor that was begun before another one was added', () => {
  it('by app is not confirmed: from then on a proof is needed', async () => {
    const { factors, owner, permission, codeOf } = await startOwner();
    const { secret } = good(await factors.beginTotp(owner, await permission(), undefined));
    const options = good(await factors.beginPasskey(owner, await permission(), undefined));
    good(await factors.addPasskey(owner, createAuthenticator().create(options), 'Phone'));
    expect(await factors.confirmTotp(owner, codeOf(secret))).toMatchObject(refused(CODE.conflict));
    expect(await factors.list(owner.account, HERE)).toMatchObject({ totp: false });
  });

  it('by passkey is not added: from then on a proof is needed', async () => {
    const { factors, owner, permission, addTotp } = await startOwner();
    const options = good(await factors.beginPasskey(owner, await permission(), undefined));
    await addTotp();
    const added = await factors.addPasskey(owner, createAuthenticator().create(options), 'Phone');
    expect(added).toMatchObject({ ok: false });
    expect(await factors.list(owner.account, HERE)).toMatchObject({ passkeys: [] });
  });

  it('is not confirmed after the factor that proved it was removed', async () => {
    const { factors, owner, permission, codeOf, addTotp, nextCode } = await startOwner();
    const { secret } = await addTotp();
    const begun = good(await factors.beginTotp(owner, await permission(), nextCode(secret)));
    good(await factors.removeTotp(owner, nextCode(secret)));
    expect(await factors.confirmTotp(owner, codeOf(begun.secret))).toMatchObject(refused(CODE.conflict));
  });

  it('does not let a step through that needed no proof when it began', async () => {
    const { factors, account, store, addTotp } = await startOwner();
    const before = good(await factors.prove(account, undefined, HERE));
    expect(await store.write(before)).toBe(true);
    await addTotp();
    expect(await store.write(before)).toBe(false);
  });
});

describe('a code', () => {
  it.each(['١٢٣٤٥٦', '１２３４５６', '12345', '1234567', '', 'abcdef'])(
    'of other digits, %j, is wrong and no fault',
    async (text) => {
      const { addTotp, login } = await startOwner();
      await addTotp();
      expect(await login({ kind: 'totp', text })).toMatchObject(wrongProof('totp', 'recovery'));
    },
  );

  it('counts in the digits of any script, and with blanks', async () => {
    const { addTotp, nextCode, login } = await startOwner();
    const { secret } = await addTotp();
    const arabic = nextCode(secret).text.replace(/\d/g, (digit) =>
      String.fromCodePoint(0x0660 + Number(digit)),
    );
    expect(await login({ kind: 'totp', text: `${arabic.slice(0, 3)} ${arabic.slice(3)}` })).toMatchObject({
      ok: true,
    });
  });
});

describe('recovery codes', () => {
  it('log in once each, however they are typed', async () => {
    const { addTotp, login, factors, account, noted } = await startOwner();
    const { codes } = await addTotp();
    const [first = '', second = ''] = codes;
    expect(await login({ kind: 'recovery', text: first })).toMatchObject({ ok: true });
    expect(await login({ kind: 'recovery', text: first })).toMatchObject(wrongProof('totp', 'recovery'));
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')}`;
    expect(await login({ kind: 'recovery', text: typed })).toMatchObject({ ok: true });
    expect(await factors.list(account, HERE)).toMatchObject({ recoveryLeft: 8 });
    await expect.poll(() => noted.filter(({ kind }) => kind === 'recovery_code_used')).toHaveLength(2);
  });

  // spec: 7.77
  it('are renewed with a proof; the old ones end', async () => {
    const { addTotp, factors, owner, login } = await startOwner();
    expect(await factors.renewRecoveryCodes(owner, undefined)).toMatchObject(refused(CODE.notFound));
    const { codes } = await addTotp();
    const [proof = '', old = ''] = codes;
    expect(await factors.renewRecoveryCodes(owner, undefined)).toMatchObject(needed('totp', 'recovery'));
    const fresh = good(await factors.renewRecoveryCodes(owner, { kind: 'recovery', text: proof }));
    expect(fresh).toHaveLength(10);
    expect(await login({ kind: 'recovery', text: old })).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await login({ kind: 'recovery', text: fresh[0] ?? '' })).toMatchObject({ ok: true });
  });
});

describe('wrong proofs', () => {
  it('are limited like passwords, and only wrong ones count', async () => {
    const { addTotp, login, nextCode, clock } = await startOwner();
    const { secret } = await addTotp();
    for (let i = 0; i < 7; i++) expect(await login()).toMatchObject(needed('totp', 'recovery'));
    for (let i = 0; i < 5; i++)
      expect(await login({ kind: 'totp', text: '1' }, THERE)).toMatchObject(wrongProof('totp', 'recovery'));
    const locked = await login(nextCode(secret), THERE);
    expect(locked).toMatchObject(refused(CODE.tooMany));
    expect(locked).toMatchObject({ error: { facts: { retry_after_s: expect.any(Number) } } });
    clock.advance(3_600_000);
    expect(await login(nextCode(secret), THERE)).toMatchObject({ ok: true });
  });

  it('are not forgotten with a new password, only by an operator', async () => {
    const { addTotp, login, nextCode, membership, codeFor, accounts, account } = await startOwner();
    const { secret } = await addTotp();
    for (let i = 0; i < 5; i++) await login({ kind: 'totp', text: '1' });
    const code = await codeFor(ANN, 'password');
    good(
      await membership.forgetPassword({
        contact: ANN,
        password: 'a new long one',
        repeated: 'a new long one',
        code,
      }),
    );
    expect(await login(nextCode(secret), HERE, 'a new long one')).toMatchObject(refused(CODE.tooMany));
    await accounts.directory.unlock(account);
    expect(await login(nextCode(secret), HERE, 'a new long one')).toMatchObject({ ok: true });
  });

  it('do not count as wrong passwords', async () => {
    const { addTotp, login, nextCode } = await startOwner();
    const { secret } = await addTotp();
    for (let i = 0; i < 4; i++) await login({ kind: 'totp', text: '1' });
    expect(await login(nextCode(secret))).toMatchObject({ ok: true });
    for (let i = 0; i < 6; i++) expect(await login()).toMatchObject(needed('totp', 'recovery'));
  });
});

describe('a letter to the owner', () => {
  it('tells that a recovery code was used, once for each that was', async () => {
    const { addTotp, accounts, told } = await startOwner();
    const { codes } = await addTotp();
    const login = (text = '') => accounts.login(ANN, PASSWORD, HERE, { kind: 'recovery', text });
    const used = async () => (await told()).filter(({ subject }) => /Recovery code used/.test(subject));
    const [first, second] = codes;
    const both = await Promise.all([login(first), login(first)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await login(first);
    await expect.poll(async () => (await used()).map(({ to }) => to)).toEqual([ANN.value]);
    const [letter] = await used();
    expect(letter?.text).toMatch(/^Pipstream: A recovery code was used/);
    expect(letter?.text).not.toContain(first);
    await login(second);
    await expect.poll(async () => (await used()).length).toBe(2);
  });

  it('is not sent for a recovery code that the transaction gave back, nor is that recorded as a use', async () => {
    const { addTotp, factors, account, store, told, noted } = await startOwner();
    const { codes } = await addTotp();
    const [text = ''] = codes;
    const granted = good(await factors.prove(account, { kind: 'recovery', text }, HERE));
    const used = () => noted.filter(({ kind }) => kind === 'recovery_code_used').length;
    const undone = store.write(async (transaction) => {
      await granted(transaction);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const before = (await told()).length;
    await store.write(async () => undefined);
    expect([(await told()).length, used()]).toEqual([before, 0]);
    expect(await factors.list(account, HERE)).toMatchObject({ recoveryLeft: 10 });
    // The transaction is run again, and this time committed.
    expect(await store.write(granted)).toBe(true);
    await expect.poll(async () => [(await told()).length, used()]).toEqual([before + 1, 1]);
  });

  it('is sent, and the use recorded, when the database cannot say whether the code was used', async () => {
    const report = vi.fn();
    const { addTotp, factors, account, store, told, noted } = await startOwner({ report });
    const { codes } = await addTotp();
    const granted = good(await factors.prove(account, { kind: 'recovery', text: codes[0] ?? '' }, HERE));
    const before = (await told()).length;
    await store.write(async (transaction) => {
      vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('the database is away'));
      return granted(transaction);
    });
    const used = () => noted.filter(({ kind }) => kind === 'recovery_code_used').length;
    await expect.poll(async () => [(await told()).length, used()]).toEqual([before + 1, 1]);
    expect(report).toHaveBeenCalledOnce();
  });

  it('tells that an operator removed all factors, in the language that the operator chose where none is known', async () => {
    const { addTotp, factors, account, told } = await startOwner();
    expect(await factors.removeAll(account, 'en')).toBe(0);
    const { codes } = await addTotp();
    expect(codes).toHaveLength(10);
    const before = await told();
    expect(before.at(-1)?.text).toContain('switched on');
    expect(await factors.removeAll(account, 'en')).toBe(1);
    const letters = await told();
    expect(letters).toHaveLength(before.length + 1);
    expect(letters.at(-1)).toMatchObject({
      to: ANN.value,
      text: expect.stringContaining('removed all second factors'),
    });
  });
});

describe('what is logged and stored', () => {
  it('is a letter and an event for each change, and no secret', async () => {
    const { addTotp, factors, owner, nextCode, told, noted, store } = await startOwner();
    const { secret, codes } = await addTotp();
    await factors.removeTotp(owner, nextCode(secret));
    const letters = (await told()).filter(({ text }) => /authenticator app/.test(text));
    expect(letters.map(({ to }) => to)).toEqual([ANN.value, ANN.value]);
    expect(noted).toEqual([
      { kind: 'factor_added', detail: 'totp' },
      { kind: 'factor_removed', detail: 'totp' },
    ]);
    const rows = JSON.stringify([
      await store.read.selectFrom('factor_totp').selectAll().execute(),
      await store.read.selectFrom('factor_recovery_codes').selectAll().execute(),
      letters,
      noted,
    ]);
    for (const word of [secret, ...codes, PASSWORD]) expect(rows).not.toContain(word);
  });

  it('goes by the operator, for an owner who lost everything', async () => {
    const { addTotp, factors, account, login } = await startOwner();
    await addTotp();
    expect(await factors.removeAll(account)).toBe(1);
    expect(await login()).toMatchObject({ ok: true });
  });
});
