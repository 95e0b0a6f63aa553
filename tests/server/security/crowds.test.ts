import { afterEach, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { type HttpFixture, type SocketClient, startHttp } from '../http-fixture.ts';

/** Visitors behind the proxy that this machine is. */
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const as = (address: string) => ({ 'x-forwarded-for': address });
const HOUR_MS = 3_600_000;

let http: HttpFixture | undefined;
afterEach(() => http?.stop());

describe('sockets of one address', () => {
  async function started(settings: Readonly<Record<string, string>>) {
    const running = await startHttp(settings);
    http = running;
    const opened: SocketClient[] = [];
    return {
      opened,
      async open(address: string): Promise<string> {
        try {
          opened.push(await running.socket(as(address)));
          return 'open';
        } catch (error) {
          return error instanceof Error ? error.message : '';
        }
      },
    };
  }

  it('are bounded by the setting, and refused with 429 at the upgrade', async () => {
    const { open, opened } = await started({ ...PROXY, SOCKETS_PER_ADDRESS: '2' });
    const addresses = ['203.0.113.5', '203.0.113.5', '203.0.113.5', '203.0.113.6'];
    const answers = [];
    for (const address of addresses) answers.push(await open(address));
    expect(answers).toEqual(['open', 'open', 'refused with 429', 'open']);
    await expect
      .poll(() => operatorOf(http?.dataDir ?? '').rows('security', 'list'), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ kind: 'limit_reached', detail: 'sockets' }));
    opened[0]?.raw.close();
    await opened[0]?.closed;
    await expect.poll(() => open('203.0.113.5')).toBe('open');
  });

  it('are counted for an IPv6 /64 network together', async () => {
    const { open } = await started({ ...PROXY, SOCKETS_PER_ADDRESS: '1' });
    expect(await open('2001:db8:1:2:3:4:5:6')).toBe('open');
    expect(await open('2001:db8:1:2::7')).toBe('refused with 429');
    expect(await open('2001:db8:1:3::7')).toBe('open');
  });

  it('are 500 without the setting', async () => {
    const { open } = await started({ ...PROXY, SOCKETS_PER_ADDRESS: '' });
    for (let i = 0; i < 500; i++) expect(await open('203.0.113.5')).toBe('open');
    expect(await open('203.0.113.5')).toBe('refused with 429');
  });
});

describe('demo accounts of one address', () => {
  async function started(settings: Readonly<Record<string, string>>) {
    const clock = createManualClock(START);
    const running = await startHttp({ ...PROXY, ...settings }, { clock });
    http = running;
    const open = (address: string) =>
      running.ask('/api/user/createAccountDemoForU', { headers: as(address) });
    return { clock, open };
  }

  it('are bounded by the setting, with the time to wait', async () => {
    const { clock, open } = await started({ DEMO_ACCOUNTS_PER_ADDRESS: '3' });
    for (let i = 0; i < 3; i++) expect((await open('203.0.113.5')).status).toBe(200);
    const refused = await open('203.0.113.5');
    expect(refused).toMatchObject({ status: 429, code: CODE.tooMany, data: { retry_after_s: 1_200 } });
    expect(refused.headers['retry-after']).toBe('1200');
    expect((await open('203.0.113.6')).status).toBe(200);
    clock.advance(HOUR_MS / 3);
    expect((await open('203.0.113.5')).status).toBe(200);
    expect((await open('203.0.113.5')).status).toBe(429);
  });

  it('are counted for an IPv6 /64 network together', async () => {
    const { open } = await started({ DEMO_ACCOUNTS_PER_ADDRESS: '1' });
    expect((await open('2001:db8:1:2:3:4:5:6')).status).toBe(200);
    expect((await open('2001:db8:1:2::7')).status).toBe(429);
    expect((await open('2001:db8:1:3::7')).status).toBe(200);
  });

  it('are 200 without the setting', async () => {
    const { open } = await started({ DEMO_ACCOUNTS_PER_ADDRESS: '' });
    for (let i = 0; i < 200; i++) expect((await open('203.0.113.5')).status).toBe(200);
    expect((await open('203.0.113.5')).status).toBe(429);
  });
});
