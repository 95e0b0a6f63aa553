import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { freePort } from '../../../bench/rig/waiting.ts';
import { workerEnv } from '../../../worker/env.ts';
import { createConnection } from '../../../worker/socket/connection.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { quietTap } from '../../worker/helpers/quiet-tap.ts';
import { until } from '../engine-phone.ts';
import { ms, n, percentile, type Row } from '../row.ts';
import { quickFeed, startServed } from '../served.ts';

const SLOT_MS = 100;

/** The worker's own connection, 2,000 times, each from one of 200 addresses. */
export const RESTART_ROW: Row = {
  id: 'G6',
  fault: 'the server is killed and starts again; all its clients come back',
  goal: 'no 100 ms hold over 5 % of the reconnects, all back within 15 s of the server being ready',
  trials: { full: 2_000, quick: 0 },
  async run({ trials, report }) {
    const settings = { DATA_DIR: dataFolder(), FEED: quickFeed(60), PORT: String(await freePort()) };
    let served = await startServed(settings);
    const backAt: number[] = [];
    let up = 0;
    const openSocket =
      (at: number): ReturnType<typeof workerEnv>['openSocket'] =>
      (url, handlers) => {
        const localAddress = `127.0.${2 + Math.floor((at % 200) / 100)}.${1 + (at % 100)}`;
        const socket = new WebSocket(url, { localAddress, perMessageDeflate: false });
        let isUp = false;
        socket.on('open', () => {
          isUp = true;
          up++;
          backAt.push(performance.now());
          handlers.opened();
          socket.send(JSON.stringify({ cmd: 'sub', topic: 'DAY_MARKET' }));
        });
        socket.on('message', (data) => handlers.message(String(data)));
        socket.on('error', () => undefined);
        socket.on('close', (code) => {
          if (isUp) up--;
          handlers.closed(code);
        });
        return {
          send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
          close: () => socket.terminate(),
        };
      };
    const clients = Array.from({ length: trials }, (_, at) =>
      createConnection(
        { ...workerEnv(), openSocket: openSocket(at) },
        `${served.url.replace('http', 'ws')}/v1/ws`,
        quietTap,
      ),
    );
    for (const [at, client] of clients.entries()) {
      client.start();
      if (at % 50 === 49) await pause(50);
    }
    await until(() => up === trials, 60_000);
    await pause(6_000);
    report(`${n(up)} clients are connected`);
    await served.kill();
    await until(() => up === 0, 10_000);
    backAt.length = 0;
    served = await startServed(settings);
    const readyAt = performance.now();
    const all = await until(() => up === trials, 60_000);
    const slots = new Map<number, number>();
    for (const at of backAt)
      slots.set(Math.floor(at / SLOT_MS), (slots.get(Math.floor(at / SLOT_MS)) ?? 0) + 1);
    const fullest = (Math.max(...slots.values()) / trials) * 100;
    for (const client of clients) client.page('pagehide');
    await served.kill();
    const p50 = percentile(backAt, 0.5) - readyAt;
    return {
      measured: `fullest 100 ms: ${fullest.toFixed(1)} % of ${n(trials)}; half back ${ms(p50)}, all ${ms(all)} after ready (${ms(served.readyMs)} after its start)`,
      trials,
      met: fullest <= 5 && all <= 15_000,
    };
  },
};
