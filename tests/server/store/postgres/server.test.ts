import { describe, expect, it, vi } from 'vitest';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { form, openHttp, startHttp } from '../../http-fixture.ts';

const ORDER = '/v1/api/forex/submit?type=1&cont=0.1&forex_id=1&status=1&multiple=100&cid=the-first-order';

describe.skipIf(postgresMissing)('the whole server on PostgreSQL', () => {
  const postgres = usePostgres();
  const settings = async () => ({ DATABASE_URL: await postgres.database(), DATA_DIR: temporaryFolder() });
  const withToken = (token: string) => ({ headers: { authorization: token } });

  it('answers 503 while the database is away, and as before when it is back', async () => {
    const place = await settings();
    const http = await openHttp(place);
    const token = await http.enter();
    await postgres.endWriter(place.DATABASE_URL);
    await vi.waitFor(async () => expect((await http.ask('/healthz')).status).toBe(503), { interval: 5 });
    const refused = await http.ask('/api/user/info', withToken(token));
    expect([refused.status, refused.code]).toEqual([503, 5000]);
    await vi.waitFor(async () => expect((await http.ask('/healthz')).status).toBe(200), { timeout: 60_000 });
    expect((await http.ask(ORDER, withToken(token))).code).toBe(1);
  });

  it('refuses texts that PostgreSQL cannot hold as wrong parameters', async () => {
    const http = await openHttp(await settings());
    const found = await http.ask('/api/company/search?name=a%00b');
    const login = await http.ask(
      '/api/user/loginForU',
      form({ account: 'a\0b@example.com', password: 'a password', login_type: '1' }),
    );
    expect([found.code, found.data]).toEqual([4000, { field: 'name' }]);
    expect([login.code, login.data]).toEqual([4000, { field: 'account' }]);
    expect(http.faults).toEqual([]);
  });

  it('never prints the password of the database', async () => {
    const place = await settings();
    const said: string[] = [];
    const spies = (['log', 'warn', 'error', 'info'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => said.push(words.map(String).join(' '))),
    );
    const http = await startHttp(place, {
      onFault: (where, error) => said.push(where, String(error), text(error)),
    });
    const token = await http.enter();
    await postgres.endWriter(place.DATABASE_URL);
    for (const path of [ORDER, '/healthz', '/api/user/info', '/v1/api/forex/trade_list']) {
      const answer = await http.ask(path, withToken(token));
      said.push(answer.text, JSON.stringify(answer.headers));
    }
    await http.stop();
    for (const spy of spies) spy.mockRestore();
    const password = settingsOf(place.DATABASE_URL).server.password();
    expect(said.join('\n')).toContain('The connection to the database is lost');
    for (const secret of [password, encodeURIComponent(password)])
      expect(said.join('\n')).not.toContain(secret);
  });
});

const text = (error: unknown): string =>
  error instanceof Error ? `${error.stack} ${JSON.stringify(error)}` : '';
