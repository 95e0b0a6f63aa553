import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import { createAuthenticator } from '../helpers/authenticator.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { exchangeOf, PATIENT, scriptedFeed } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ask, form } from '../server/http-fixture.ts';

const PAGE = 'https://m.example.com';
const STEP_MS = 30_000;

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('a second factor', () => {
  const postgres = usePostgres();

  it('of one gateway is asked for and known by another, and by one that starts later', async () => {
    const [database, broker, shared] = [await postgres.database(), await startBroker(), temporaryFolder()];
    await scriptedFeed(broker);
    const start = exchangeOf(database, broker.url, { SHARED_DIR: shared, PUBLIC_ORIGIN: PAGE });
    const [one, other] = await Promise.all([start('gateway'), start('gateway')].map((role) => role.port()));
    type Fields = Readonly<Record<string, string>>;
    const post = (port: number | undefined, path: string, fields: Fields, more: Fields = {}) => {
      const { headers, ...sent } = form(fields);
      return ask(port ?? 0, path, { ...sent, headers: { ...headers, origin: PAGE, ...more } });
    };

    const account = 'ann@example.com';
    const password = 'a long enough sentence 7';
    await post(one, '/api/notify/send_email', { to: account, type: '1' });
    const outbox = join(shared, 'outbox');
    const letters = () =>
      existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8')) : [];
    const code = () => /\b\d{6}\b/.exec(letters().join())?.[0] ?? '';
    await expect.poll(code, PATIENT).not.toBe('');
    const named = { type: '1', account, password };
    const joined = await post(other, '/api/user/register', {
      ...named,
      re_password: password,
      sms_code: code(),
    });
    expect(joined.code).toBe(1);

    const login = (port: number | undefined, proof: Fields = {}) =>
      post(port, '/api/user/loginForU', { account, login_type: '1', password, ...proof });
    const { data: session } = await login(one);
    const own = (port: number | undefined, path: string, fields: Fields) =>
      post(port, path, fields, { authorization: session.token });
    const { data: made } = await own(one, '/api/user/totp_begin', { password });
    const totp = new TOTP({ secret: Secret.fromBase32(made.secret) });
    // A code counts once; the next one is accepted already.
    const nextCode = () => totp.generate({ timestamp: Date.now() + STEP_MS });
    const confirmed = await own(other, '/api/user/totp_confirm', { code: totp.generate() });
    expect(confirmed.data.recovery_codes.length).toBeGreaterThan(1);

    expect((await login(one)).code).toBe(CODE.factorNeeded);
    expect(await login(one, { factor_type: 'totp', factor: nextCode() })).toMatchObject({ code: 1 });
    const [recovery, another] = confirmed.data.recovery_codes;
    const begun = await own(other, '/api/user/passkey_begin', {
      password,
      factor_type: 'recovery',
      factor: recovery,
    });
    const key = createAuthenticator();
    const credential = key.create(begun.data.options, { origin: PAGE });
    expect(await own(one, '/api/user/passkey_add', { credential, name: 'Phone' })).toMatchObject({ code: 1 });

    const later = await start('gateway').port();
    const asked = await login(one);
    expect(asked.data.factors).toContain('passkey');
    const factor = key.get(asked.data.passkey, { origin: PAGE });
    expect(await login(later, { factor_type: 'passkey', factor })).toMatchObject({ code: 1 });
    expect(await login(other, { factor_type: 'recovery', factor: another })).toMatchObject({ code: 1 });
    expect((await login(later, { factor_type: 'recovery', factor: another })).code).toBe(CODE.factorNeeded);
  }, 300_000);
});
