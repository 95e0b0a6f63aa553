import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { startSmtpServer } from '../../helpers/smtp-server.ts';
import { type Answer, type Ask, form, type HttpFixture, sharedHttp, startHttp } from '../http-fixture.ts';

type Fields = Readonly<Record<string, string>>;

const PASSWORD = 'correct horse battery';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

const http = sharedHttp();

let names = 0;
const newEmail = () => `someone${++names}@example.com`;

function post(at: HttpFixture, path: string, fields: Fields, more: Partial<Ask> = {}): Promise<Answer> {
  const asked = form(fields);
  return at.ask(path, { ...asked, ...more, headers: { ...asked.headers, ...more.headers } });
}
const register = (fields: Fields, at = http) => post(at, '/api/user/register', fields);
const login = (fields: Fields, more: Partial<Ask> = {}) => post(http, '/api/user/loginForU', fields, more);
const signed = (token: string) => ({ headers: { authorization: token } });

/** Requests a code and waits until it is in the outbox. */
async function codeFor(to: string, type: '1' | '2', way = 'email', more: Fields = {}): Promise<string> {
  const before = http.logged.length;
  const sent = await post(http, `/api/notify/send_${way}`, { to, type, ...more });
  expect(sent).toMatchObject({ code: CODE.success, data: null });
  await vi.waitFor(() => expect(http.logged.length).toBeGreaterThan(before));
  return /\b\d{6}\b/.exec(http.logged.at(-1) ?? '')?.[0] ?? '';
}

async function member(): Promise<{ email: string; enter(device?: string): Promise<string> }> {
  const email = newEmail();
  const code = await codeFor(email, '1');
  const fields = { type: '1', account: email, password: PASSWORD, re_password: PASSWORD, sms_code: code };
  expect(await register(fields)).toMatchObject({ code: CODE.success, data: null });
  return {
    email,
    async enter(device = ANDROID) {
      const headers = { 'user-agent': device };
      const answer = await login({ account: email, password: PASSWORD, login_type: '1' }, { headers });
      expect(answer.code).toBe(CODE.success);
      return answer.data.token;
    },
  };
}

describe('from a form', () => {
  // spec: 3.7 7.18 7.24
  it('a user registers, logs in, and is recognised', async () => {
    const { email, enter } = await member();
    const { data } = await http.ask('/api/user/info', signed(await enter()));
    expect(data).toMatchObject({ email, phone: '', area_code: '', is_demo: 0 });
  });

  it('empty fields count as absent', async () => {
    const email = newEmail();
    const sms_code = await codeFor(email, '1', 'email', { area_id: '', key: '', sms_code: '' });
    const empty = { area_id: '', invite_code: '', key: '', mobile: '' };
    const fields = { type: '1', account: email, password: PASSWORD, re_password: PASSWORD, sms_code };
    expect((await register({ ...fields, ...empty })).code).toBe(CODE.success);
  });

  // spec: 7.9 7.17
  it('a phone registers and logs in, in every notation', async () => {
    const { data } = await http.ask('/api/default/area_list');
    const area_id = String(data.find(({ code }: { code: string }) => code === 'GB').id);
    const sms_code = await codeFor('07911 123456', '1', 'sms', { area_id });
    const fields = { type: '2', area_id, account: '(0)7911-123456', re_password: PASSWORD };
    expect((await register({ ...fields, password: PASSWORD, sms_code })).code).toBe(CODE.success);
    const known = { password: PASSWORD, login_type: '2' };
    for (const account of [{ account: '07911123456', area_id }, { account: '+44 7911 123456' }]) {
      const answer = await login({ ...known, ...account });
      expect(answer.data.user).toMatchObject({ phone: '7911123456', area_code: '44', email: '' });
    }
    const nobody = await login({ account: 'nobody@example.com', password: PASSWORD, login_type: '1' });
    expect(nobody.code).toBe(CODE.wrongCredentials);
    for (const account of ['07911123456', 'not a phone', '+999123456'])
      expect(await login({ ...known, account })).toMatchObject({ code: nobody.code, data: null });
  });

  it('the inviter is stored from the code in lower case', async () => {
    const inviter = await member();
    const token = await inviter.enter();
    const { data } = await http.ask('/api/user/info', signed(token));
    const email = newEmail();
    const fields = { type: '1', account: email, password: PASSWORD, re_password: PASSWORD };
    const sms_code = await codeFor(email, '1');
    const invite_code = ` ${data.invite_code.toLowerCase()}`;
    expect((await register({ ...fields, sms_code, invite_code })).code).toBe(CODE.success);
    const session = await http.accounts.session(token);
    expect((session && (await http.accounts.directory.person(session.accountId)))?.invited).toBe(1);
  });
});

describe('a refused password', () => {
  it.each([
    ['en', 'Passw0rd!', 'common', /too common/],
    ['en', 'xk7#Qz9', 'short', /8 characters/],
    ['de', 'Passw0rd!', 'common', /zu verbreitet/],
  ])('says why in %s: %s', async (lang, password, reason, message) => {
    const fields = { type: '1', account: newEmail(), password, re_password: password, sms_code: '123456' };
    const answer = await post(http, '/api/user/register', fields, { headers: { lang } });
    expect(answer).toMatchObject({ code: CODE.badParameter, data: { field: 'password', reason } });
    expect(answer.msg).toMatch(message);
  });
});

describe('a wrong parameter is named', () => {
  const base = {
    type: '1',
    account: 'x@example.com',
    password: PASSWORD,
    re_password: PASSWORD,
    sms_code: '1',
  };
  const phone = { ...base, type: '2', account: '61234567' };

  it.each<[string, string, Fields]>([
    ['account', 'user/register', { ...base, account: 'x@example' }],
    ['account', 'user/register', { ...phone, area_id: '95', account: '12' }],
    ['area_id', 'user/register', phone],
    ['area_id', 'user/register', { ...phone, area_id: '9999' }],
    ['area_id', 'user/register', { ...phone, area_id: '1e1' }],
    ['mobile', 'user/register', { ...base, area_id: '95', mobile: '61234567' }],
    ['area_id', 'user/register', { ...base, mobile: '61234567' }],
    ['re_password', 'user/register', { ...base, re_password: `${PASSWORD}.` }],
    ['password', 'user/register', { ...base, password: '12345678', re_password: '12345678' }],
    ['invite_code', 'user/register', { ...base, invite_code: 'NOBODYS' }],
    ['sms_code', 'user/register', { ...base, sms_code: '' }],
    ['type', 'user/register', { ...base, type: '3' }],
    ['nickname', 'user/register', { ...base, nickname: 'x' }],
    [
      'secondary_password',
      'user/forget_password',
      {
        ...{ type: '1', account: 'x@example.com' },
        new_password: PASSWORD,
        secondary_password: 'x',
        auth_code: '1',
      },
    ],
    [
      'new_password',
      'user/forget_password',
      {
        ...{ type: '1', account: 'x@example.com' },
        new_password: '12345678',
        secondary_password: '12345678',
        auth_code: '1',
      },
    ],
    ['to', 'notify/send_email', { to: '+85261234567', type: '1' }],
    ['to', 'notify/send_sms', { to: 'ann@example.com', type: '1', area_id: '95' }],
    ['area_id', 'notify/send_sms', { to: '61234567', type: '1' }],
    ['type', 'notify/send_email', { to: 'ann@example.com', type: '3' }],
  ])('%s of %s: %j', async (field, path, fields) => {
    expect(await post(http, `/api/${path}`, fields)).toMatchObject({
      code: CODE.badParameter,
      data: { field },
    });
  });

  it.each(['short', 'x'.repeat(65), 'with%20spaces-in-the-token', 'ünïcode-ünïcode-ünïcode'])(
    'the token of a captcha: %s',
    async (token) => {
      const answer = await http.ask(`/api/captcha/${encodeURI(token)}`);
      expect(answer).toMatchObject({ code: CODE.badParameter, data: { field: 'token' } });
    },
  );
});

describe('a session', () => {
  // spec: 7.25 7.26
  it('is listed with its device, and ended from another one, its socket within a second', async () => {
    const { enter } = await member();
    const [here, there] = [await enter(), await enter('curl/8.5.0')];
    const list = (await http.ask('/api/user/sessions', signed(here))).data.list;
    expect(
      list.map((one: { device: string; is_current: number }) => [one.device, one.is_current]).sort(),
    ).toEqual([
      ['Chrome · Android', 1],
      ['curl', 0],
    ]);
    for (const { created_at, seen_at } of list)
      expect([created_at, seen_at]).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]);
    const socket = await http.loggedIn(there);
    const { id } = list.find((one: { is_current: number }) => one.is_current === 0);
    const start = performance.now();
    const ended = await http.ask(`/api/user/sessions?id=${id}`, { method: 'DELETE', ...signed(here) });
    expect(ended).toMatchObject({ code: CODE.success, data: null });
    expect((await socket.ack('login')).code).toBe(CODE.sessionExpired);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect((await http.ask('/api/user/info', signed(there))).code).toBe(CODE.sessionExpired);
    expect((await http.ask('/api/user/info', signed(here))).code).toBe(CODE.success);
  });

  it('of another user is not found', async () => {
    const [ann, bob] = [await member(), await member()];
    const [hers, his] = [await ann.enter(), await bob.enter()];
    const [{ id }] = (await http.ask('/api/user/sessions', signed(his))).data.list;
    const end = (name: string) =>
      http.ask(`/api/user/sessions?id=${name}`, { method: 'DELETE', ...signed(hers) });
    const refused = await end(id);
    expect(refused.code).toBe(CODE.notFound);
    expect(refused.text).toBe((await end('nothing-is-there')).text);
    expect((await http.ask('/api/user/info', signed(his))).code).toBe(CODE.success);
  });

  // spec: 7.23
  it('ends with a logout, on REST and socket', async () => {
    const token = await http.enter();
    const socket = await http.loggedIn(token);
    expect(await post(http, '/api/user/logout', {}, signed(token))).toMatchObject({ code: CODE.success });
    expect((await socket.ack('login')).code).toBe(CODE.sessionExpired);
    expect((await post(http, '/api/user/logout', {}, signed(token))).code).toBe(CODE.sessionExpired);
  });

  it('that changes its password ends the others and their sockets', async () => {
    const { enter } = await member();
    const [here, there] = [await enter(), await enter()];
    const socket = await http.loggedIn(there);
    const fields = { new_password: 'an entirely new horse', old_password: PASSWORD };
    expect((await post(http, '/api/user/amend_password', fields, signed(here))).code).toBe(CODE.success);
    expect((await socket.ack('login')).code).toBe(CODE.sessionExpired);
    expect((await http.ask('/api/user/info', signed(here))).code).toBe(CODE.success);
  });

  it('of a demo account changes no password', async () => {
    const token = await http.enter();
    const fields = { new_password: 'an entirely new horse', old_password: PASSWORD };
    expect((await post(http, '/api/user/amend_password', fields, signed(token))).code).toBe(CODE.notForDemo);
  });
});

describe('no call reveals whether an account exists', () => {
  it('by requesting a code', async () => {
    const { email } = await member();
    const asked = async (to: string, type: string) => {
      const { status, text } = await post(http, '/api/notify/send_email', { to, type });
      return [status, text];
    };
    expect(await asked(newEmail(), '2')).toEqual([200, '{"code":1,"msg":"","data":null}']);
    // The member got one for registering within the last minute; so did this visitor.
    const stranger = newEmail();
    await codeFor(stranger, '1');
    const [known, unknown] = [await asked(email, '2'), await asked(stranger, '2')];
    expect(unknown[1]?.toString().replace(/\d+/g, '#')).toBe(known[1]?.toString().replace(/\d+/g, '#'));
  });

  it('by registering or setting a new password', async () => {
    const { email } = await member();
    const wrong = { type: '1', password: PASSWORD, re_password: PASSWORD, sms_code: '000000' };
    const forgot = { type: '1', new_password: PASSWORD, secondary_password: PASSWORD, auth_code: '000000' };
    for (const [path, fields] of [
      ['register', wrong],
      ['forget_password', forgot],
    ] as const) {
      const known = await post(http, `/api/user/${path}`, { ...fields, account: email });
      const unknown = await post(http, `/api/user/${path}`, { ...fields, account: newEmail() });
      expect(known.code).toBe(CODE.wrongCredentials);
      expect(unknown.text).toBe(known.text);
    }
  });
});

describe('a flood of guesses', () => {
  const rounds = Number(process.env['ROUNDS'] ?? 100);

  it.each([1, 100])('from %i addresses is limited to 20 verifications an hour', async (addresses) => {
    const { email } = await member();
    const answers = await Promise.all(
      Array.from({ length: rounds }, (_, i) =>
        login(
          { account: email, password: `guess number ${i}`, login_type: '1' },
          { from: `127.0.${1 + addresses}.${1 + (i % addresses)}` },
        ),
      ),
    );
    const checked = answers.filter(({ code }) => code === CODE.wrongCredentials).length;
    expect(checked).toBeGreaterThan(0);
    expect(checked).toBeLessThanOrEqual(20);
    const refused = answers.filter(({ code }) => code === CODE.tooMany);
    expect(refused).toHaveLength(rounds - checked);
    expect(refused[0]?.data.retry_after_s).toBeGreaterThan(3_000);
  });
});

// spec: 3.7
it('passwords, tokens and codes appear only where they belong', async () => {
  const [email, canary] = [newEmail(), 'canary-of-a-password'];
  const code = await codeFor(email, '1');
  const fields = { type: '1', account: email, password: canary, re_password: canary, sms_code: code };
  await register({ ...fields, sms_code: '999999', surplus: canary });
  await register(fields);
  const { data } = await login({ account: email, password: canary, login_type: '1' });
  await login({ account: email, password: `${canary}-wrong`, login_type: '1' });
  const amend = { new_password: `${canary}-new`, old_password: canary };
  await post(http, '/api/user/amend_password', amend, signed(data.token));
  await http.ask(`/api/user/info?token=${data.token}`);
  const written = JSON.stringify([http.logged, http.faults.map(String)]);
  for (const secret of [canary, data.token]) expect(written).not.toContain(secret);
  expect(written.split(code)).toHaveLength(2);
  for (const name of readdirSync(http.dataDir, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = readFileSync(join(name.parentPath, name.name), 'latin1');
    for (const secret of [canary, data.token]) expect(bytes.includes(secret), name.name).toBe(false);
    if (!name.name.startsWith('outbox')) expect(bytes.includes(`is ${code}`), name.name).toBe(false);
  }
});

describe('with other settings', () => {
  it('a silent or missing mail server neither fails nor delays an answer', async () => {
    const server = await startSmtpServer();
    server.treat('silent', 'refuse-for-good');
    const own = await startHttp({ SMTP_URL: `smtp://127.0.0.1:${server.port}?from=no-reply@example.com` });
    try {
      for (const language of ['en', 'de', 'ar']) {
        const start = performance.now();
        const ask = { to: newEmail(), type: '1' };
        const answer = await post(own, '/api/notify/send_email', ask, { headers: { lang: language } });
        expect(answer).toMatchObject({ status: 200, code: CODE.success, data: null });
        expect(performance.now() - start).toBeLessThan(1_000);
      }
      await vi.waitFor(() => expect([server.mails.length, own.faults.length]).toEqual([1, 1]), 3_000);
      expect(server.mails[0]?.text).toContain('رمز');
      expect(own.logged).toEqual([]);
      await server.stop();
      expect((await post(own, '/api/notify/send_email', { to: newEmail(), type: '1' })).code).toBe(
        CODE.success,
      );
    } finally {
      await own.stop();
    }
  });

  it('a captcha is required, and the form has a phone', async () => {
    const own = await startHttp({ VERIFY_REG_TYPE: '2', IS_SHOW_MOBILE: '3' });
    try {
      const missing = await post(own, '/api/notify/send_email', { to: newEmail(), type: '1' });
      expect(missing).toMatchObject({ code: CODE.badParameter, data: { field: 'key' } });
      const { data } = await own.ask('/api/captcha/a-token-of-the-client');
      expect(data.b64s).toMatch(/^data:image\/png;base64,/);
      const base = { type: '1', account: newEmail(), password: PASSWORD, re_password: PASSWORD };
      const fields = { ...base, sms_code: 'WRONG', key: data.id };
      const noPhone = await register(fields, own);
      expect(noPhone).toMatchObject({ code: CODE.badParameter, data: { field: 'mobile' } });
      const wrong = await register({ ...fields, mobile: '+85261234567' }, own);
      expect(wrong.code).toBe(CODE.wrongCredentials);
      expect((await own.ask('/api/default/setting?key=is_show_mobile')).data.value).toBe(3);
    } finally {
      await own.stop();
    }
  });
});
