import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { createAuthenticator } from '../../helpers/authenticator.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { form, sharedHttp } from '../http-fixture.ts';

const PASSWORD = 'correct horse battery';
const PAGE = 'https://m.example.com';
const http = sharedHttp({ PUBLIC_ORIGIN: PAGE });
let members = 0;

async function startMember() {
  const email = `factor-${++members}@example.com`;
  const authorization = await http.enterReal(email);
  const ask = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { headers: type, ...sent } = form(fields);
    return http.ask(path, { ...sent, headers: { ...type, origin: PAGE, authorization, ...headers } });
  };
  const login = (proof: Record<string, string> = {}, password = PASSWORD) =>
    ask('/api/user/loginForU', { account: email, login_type: '1', password, ...proof });
  const factors = (headers: Record<string, string> = {}) =>
    http.ask('/api/user/factors', { headers: { authorization, origin: PAGE, ...headers } });
  async function addTotp() {
    const { data } = await ask('/api/user/totp_begin', { password: PASSWORD });
    const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
    const confirmed = await ask('/api/user/totp_confirm', { code });
    return { secret: data.secret, codes: confirmed.data.recovery_codes };
  }
  return { email, authorization, ask, login, factors, addTotp };
}

describe('4110', () => {
  it('comes after the right password, with what the account has and a message', async () => {
    const { login, addTotp } = await startMember();
    await addTotp();
    expect(await login({}, 'wrong password here')).toMatchObject({
      status: 200,
      code: CODE.wrongCredentials,
    });
    expect(await login()).toMatchObject({
      status: 200,
      code: CODE.factorNeeded,
      data: { factors: ['totp', 'recovery'] },
      msg: expect.stringMatching(/./),
    });
    const wrong = await login({ factor_type: 'totp', factor: '1' });
    expect(wrong.data).toEqual({ factors: ['totp', 'recovery'], reason: 'wrongFactor' });
    expect(wrong.msg).not.toBe((await login()).msg);
    expect(await login({ factor_type: 'sms', factor: '1' })).toMatchObject({
      code: CODE.badParameter,
      data: { field: 'factor_type' },
    });
  });

  it('has the options of a passkey, for the host of the page', async () => {
    const { ask, login, factors } = await startMember();
    const { data } = await ask('/api/user/passkey_begin', { password: PASSWORD });
    const options = JSON.parse(data.options);
    expect(options.rp).toEqual({ id: 'm.example.com', name: 'Pipstream' });
    const key = createAuthenticator();
    const credential = key.create(data.options, { origin: PAGE });
    expect((await ask('/api/user/passkey_add', { credential, name: 'Phone' })).code).toBe(1);
    expect((await factors()).data.passkeys).toMatchObject([{ name: 'Phone', used_at: '' }]);
    const asked = await login();
    expect(asked.data.factors).toEqual(['passkey', 'recovery']);
    const factor = key.get(asked.data.passkey, { origin: PAGE });
    expect(await login({ factor_type: 'passkey', factor })).toMatchObject({ code: 1 });
  });
});

describe('the page', () => {
  it('cannot have passkeys at an address', async () => {
    const { factors, ask } = await startMember();
    expect((await factors()).data.can_passkey).toBe(1);
    expect((await factors({ host: 'localhost', origin: 'http://localhost' })).data.can_passkey).toBe(1);
    const own = { host: '127.0.0.1', origin: 'http://127.0.0.1' };
    expect((await factors(own)).data.can_passkey).toBe(0);
    expect(await ask('/api/user/passkey_begin', { password: PASSWORD }, own)).toMatchObject({
      code: CODE.conflict,
    });
  });

  it('of another site changes nothing', async () => {
    const { ask } = await startMember();
    const answer = await ask(
      '/api/user/totp_begin',
      { password: PASSWORD },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });
});

describe('an owner who lost everything', () => {
  it('is helped by an operator', async () => {
    const { authorization, addTotp, login } = await startMember();
    await addTotp();
    const { data } = await http.ask('/api/user/info', { headers: { authorization } });
    const operator = operatorOf(http.dataDir);
    expect(await operator.rows('users', 'remove-factors', { id: String(data.uid) })).toEqual([
      { id: data.uid, removed: 1 },
    ]);
    expect(await login()).toMatchObject({ code: 1 });
    expect(await operator.refused('users', 'remove-factors', { id: '99999999' })).toBe(
      'There is no such user.',
    );
  });
});
