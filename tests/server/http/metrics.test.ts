import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../../server/http/metrics.ts';
import type { Db } from '../../../server/store/schema.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { sharedHttp } from '../http-fixture.ts';

const ORDER = '/v1/api/forex/submit?type=1&forex_id=1&status=1&multiple=100';

describe('the metrics', () => {
  const http = sharedHttp();

  const read = async () => (await http.ask('/metrics')).text;

  it('count orders by outcome, time calls and writes, and show the depth of queues, sockets and feed', async () => {
    const token = await http.enter();
    const headers = { authorization: token };
    expect((await http.ask(`${ORDER}&cont=0.1`, { headers })).code).toBe(1);
    expect((await http.ask(`${ORDER}&cont=0`, { headers })).code).toBe(4104);
    await http.socket();
    const { status, text, headers: sent } = await http.ask('/metrics');
    expect(status).toBe(200);
    expect(sent['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('pipstream_orders_total{call="submitOrder",outcome="success"} 1');
    expect(text).toContain('pipstream_orders_total{call="submitOrder",outcome="badVolume"} 1');
    expect(text).toContain('pipstream_call_seconds_count{call="submitOrder"} 2');
    expect(text).toMatch(/pipstream_database_write_seconds_count [1-9]/);
    expect(text).toContain('pipstream_refusals_total{call="submitOrder",outcome="badVolume"} 1');
    expect(text).not.toContain('pipstream_refusals_total{call="submitOrder",outcome="success"}');
    if (process.env['PIPSTREAM_TEST_STORE'] !== 'postgres')
      expect(text).toMatch(/pipstream_database_flush_seconds_count [1-9]/);
    expect(text).toMatch(/pipstream_database_read_seconds_count [1-9]/);
    expect(text).toMatch(/^process_cpu_seconds_total 0?\.?\d/m);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d{6,}$/m);
    expect(text).toContain('pipstream_ready 1');
    expect(text).toContain('pipstream_sockets 1');
    for (const name of [
      'feed_age_seconds',
      'waiting_writes',
      'waiting_commands',
      'event_loop_lag_seconds',
      'outbox_letters',
    ])
      expect(text).toMatch(new RegExp(`^pipstream_${name} \\d`, 'm'));
  });

  it('count security events by kind', async () => {
    await http.enterReal();
    await vi.waitFor(
      async () => expect(await read()).toContain('pipstream_security_events_total{kind="login"} 1'),
      5_000,
    );
  });

  it('name calls and outcomes, and nothing of an account', async () => {
    const token = await http.enter();
    await http.ask(`${ORDER}&cont=0.1`, { headers: { authorization: token } });
    const text = await read();
    expect(text).not.toContain(token);
    const labels = [...text.matchAll(/([a-z]+)="([^"]*)"/g)];
    expect(new Set(labels.map(([, name]) => name))).toEqual(new Set(['call', 'outcome', 'le', 'kind']));
    for (const [, name, value] of labels)
      expect(value).toMatch(name === 'le' ? /^([\d.]+|\+Inf)$/ : /^[a-zA-Z_]+$/);
  });

  it.each([
    ['a reverse proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy of another kind', { via: '1.1 proxy' }],
    ['another host name', { host: 'app.localhost' }],
  ])('are not found through %s', async (_, headers) => {
    const answer = await http.ask('/metrics', { headers });
    expect([answer.status, answer.code]).toEqual([404, 4004]);
  });

  it('leave to a timed write the account that it names', async () => {
    const seen: unknown[] = [];
    const write: Store['write'] = (work, on) => {
      seen.push(on);
      return work({} as Db);
    };
    await createMetrics()
      .timed({ write } as Store)
      .write(async () => undefined, 7 as AccountId);
    expect(seen).toEqual([7]);
  });
});
