import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { natsMissing, startBroker } from '../../helpers/nats.ts';
import { BITCOIN, exchangeOf, PATIENT, scriptedFeed } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { ask, form, openSocket } from '../rim.ts';

/** Ticks while the gateway is stopped: some seconds of them, one to a frame. */
const MISSED = 200;
const EVERY_MS = 20;
/** A quote that is older than this when it arrives is not a current one. */
const OLD_MS = 1_000;
const GUESSES = 1_000;
const SESSIONS = 200;
/** Of one name from one address in an hour. */
const MOST_CHECKED = 5;

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('gateways', () => {
  const postgres = usePostgres();

  async function opened(gateways: number) {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const feed = await scriptedFeed(broker);
    const start = exchangeOf(database, broker.url);
    const started = Array.from({ length: gateways }, () => start('gateway'));
    const ports = await Promise.all(started.map((one) => one.port()));
    return { database, feed, started, ports };
  }

  it('that were stopped show what is now, and not each price that they missed', async () => {
    const { feed, started, ports } = await opened(1);
    const [gateway, port] = [started[0], ports[0] ?? 0];
    const socket = await openSocket(port, {}, '');
    onTestFinished(() => socket.raw.terminate());
    socket.send({ cmd: 'sub', topic: 'DAY_MARKET' });
    await socket.data('DAY_MARKET');
    const quoteTimes = (from: number) =>
      socket.frames.slice(from).flatMap(({ topic, data }) => {
        const rows = topic === 'DAY_MARKET' ? (data as unknown as readonly (readonly number[])[]) : [];
        return rows.flatMap(([id, , , , time]) => (id === BITCOIN ? [time ?? 0] : []));
      });
    gateway?.send('SIGSTOP');
    for (let tick = 1; tick <= MISSED; tick++) {
      feed.tick(1_000_000 + tick);
      await pause(EVERY_MS);
    }
    const [from, wokenAt] = [socket.frames.length, systemClock.now()];
    gateway?.send('SIGCONT');
    const isNow = () => {
      feed.tick(2_000_000 + (systemClock.now() % 1_000));
      return quoteTimes(from).some((time) => time >= wokenAt);
    };
    await expect.poll(isNow, PATIENT).toBe(true);
    expect(quoteTimes(from).filter((time) => time < wokenAt - OLD_MS).length).toBeLessThanOrEqual(2);
  }, 300_000);

  it('silence the sockets of a session that has ended on another one, each time', async () => {
    const [one = 0, other = 0] = (await opened(2)).ports;
    const demo = await ask(one, '/api/user/createAccountDemoForU');
    for (let session = 0; session < SESSIONS; session++) {
      const entered = await ask(one, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const socket = await openSocket(other, {}, '');
      socket.send({ cmd: 'login', params: { token: entered.data.token } });
      expect(await socket.ack('login')).toMatchObject({ code: 1 });
      const out = await ask(one, '/api/user/logout', {
        method: 'POST',
        headers: { authorization: entered.data.token },
      });
      expect(out.code).toBe(1);
      expect(await socket.ack('login')).toMatchObject({ code: 999 });
      socket.raw.terminate();
    }
  }, 180_000);

  it('count together what one address tries: wrong passwords, and codes to one contact', async () => {
    const { ports } = await opened(2);
    const times = (count: number, path: string, fields: Readonly<Record<string, string>>) =>
      Promise.all(
        Array.from({ length: count }, (_, i) => ask(ports[i % ports.length] ?? 0, path, form(fields))),
      );
    const codes = await times(50, '/api/notify/send_email', { to: 'bob@example.com', type: '1' });
    expect(codes.filter(({ code }) => code === 1)).toHaveLength(1);
    const guesses: { readonly code: number | undefined }[] = [];
    const wrong = { account: 'ann@example.com', password: 'not hers', login_type: '1' };
    for (let sent = 0; sent < GUESSES; sent += 100)
      guesses.push(...(await times(100, '/api/user/loginForU', wrong)));
    const checked = guesses.filter(({ code }) => code === CODE.wrongCredentials);
    expect(checked).toHaveLength(MOST_CHECKED);
  }, 300_000);
});
