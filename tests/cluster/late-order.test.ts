import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { natsMissing } from '../helpers/nats.ts';
import { BITCOIN, PATIENT, READS_METRICS } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { startTakenOver } from '../helpers/taken-over.ts';
import { ask as askAt } from '../server/http-fixture.ts';

const VALID_MS = 1_000;
const LONG_MS = 60_000;

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('orders and closes', () => {
  const postgres = usePostgres();

  it('that come to a dealer while it is stopped are not executed when they are late, and others are', async () => {
    const { ask, pair } = await startTakenOver(postgres);
    const submitting = (cid: string, validMs: number) =>
      `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&cid=${cid}&seen_at=${systemClock.now()}&valid_ms=${validMs}`;
    const held = await ask(submitting('held-before', LONG_MS));
    expect(held.code).toBe(CODE.success);
    const close = (cid: string, validMs: number) =>
      ask(
        `/v1/api/forex/close?id=${held.data.Id}&cid=${cid}&seen_at=${systemClock.now()}&valid_ms=${validMs}`,
      );
    const { holder } = await pair();

    holder.send('SIGSTOP');
    const sentAt = systemClock.now();
    const lateOrder = submitting('late-order', VALID_MS);
    const late = [ask(lateOrder), close('late-close', VALID_MS)];
    const inTime = ask(submitting('order-in-time', LONG_MS));
    await expect.poll(() => systemClock.now() > sentAt + 2 * VALID_MS, PATIENT).toBe(true);
    holder.send('SIGCONT');
    for (const answer of await Promise.all(late)) expect(answer.code).toBe(CODE.priceMoved);
    const opened = await inTime;
    expect(opened.code).toBe(CODE.success);
    // Finally: the same command is refused again.
    expect((await ask(lateOrder)).code).toBe(CODE.priceMoved);
    const { data } = await ask('/v1/api/forex/my_deal?status=1&page=1');
    expect(data.data.map(({ Id }: { readonly Id: number }) => Id)).toEqual([opened.data.Id, held.data.Id]);
  }, 300_000);

  it('have the newest stop, though an earlier one that was given up lay in a gateway that was stopped', async () => {
    const { ask, start, gateway, port, authorization } = await startTakenOver(postgres);
    const other = await start('gateway').port();
    await expect.poll(async () => (await askAt(other, '/healthz')).status, PATIENT).toBe(200);
    const opened = await ask(
      `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&cid=of-a-stop`,
    );
    const stopAt = (price = 0) =>
      `/v1/api/forex/set_stop_price?id=${opened.data.Id}&stop_loss_price=${price}&target_profit_price=0`;
    const headers = { authorization };
    const shown = async () =>
      (await askAt(other, '/v1/api/forex/my_deal?status=1&page=1', { headers })).data.data[0].TargetLossPrice;
    const [older, newer, newest] = [0.8, 0.85, 0.9].map((part) => Math.round(opened.data.Price * part));

    gateway.send('SIGSTOP');
    const given = new AbortController();
    const sent = fetch(`http://127.0.0.1:${port}${stopAt(older)}`, { headers, signal: given.signal });
    const failed = expect(sent).rejects.toThrow('aborted');
    await pause(1_000);
    given.abort();
    await failed;
    for (const one of [older, newer]) expect((await askAt(other, stopAt(one), { headers })).code).toBe(1);
    gateway.send('SIGCONT');
    // The call has ended there, one way or the other.
    const figures = async () => (await askAt(port, '/metrics', READS_METRICS)).text;
    await expect.poll(figures, PATIENT).toMatch(/pipstream_call_seconds_count\{.*call="setStops".*\} 1\n/);
    expect(await shown()).toBe(newer);

    // A program that has sent all waits for the answer on the other half of its connection.
    const raw = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    raw.end(
      `GET ${stopAt(newest)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${authorization}\r\n\r\n`,
    );
    await expect.poll(shown, PATIENT).toBe(newest);
    raw.destroy();
  }, 300_000);
});
