import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { settingsOf } from '../helpers/postgres-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { createChance } from '../sim/chance.ts';
import {
  askServed,
  enterServed,
  msUntilHealth,
  openInstrument,
  quickFeed,
  type Said,
  startServed,
} from './served.ts';
import { type LinkFault, openTcpProxy } from './tcp-proxy.ts';

const CUTS = Number(process.env['CUTS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? 27);
const LANES = 4;
const BACK_MS = 10_000;

const WAYS: readonly LinkFault[] = [
  { connecting: 'hold', up: 'hold', down: 'hold' },
  { connecting: 'hold', down: 'hold' },
  { connecting: 'refuse', up: 'reset' },
  { connecting: 'refuse', down: 'reset' },
  { connecting: 'hold', up: 'tear' },
  { connecting: 'hold', down: 'drop' },
];

describe.skipIf(postgresMissing)(`an exchange cut off from PostgreSQL ${CUTS} times under load`, () => {
  const postgres = usePostgres();

  it(
    'shows it, loses no answered order, doubles none, and goes on when the network is back',
    async () => {
      const chance = createChance(SEED);
      const address = new URL(await postgres.database());
      const { host, port } = settingsOf(address.href).server;
      const proxy = await openTcpProxy({
        target: () => (host.startsWith('/') ? join(host, `.s.PGSQL.${port}`) : port),
        chance,
      });
      address.hostname = '127.0.0.1';
      address.port = String(proxy.port);
      address.search = '';
      const settings = { DATABASE_URL: address.href, DATABASE_TIMEOUT_MS: '1500', FEED: quickFeed(60) };
      const served = await startServed({ ...settings, DATA_DIR: temporaryFolder() });
      const instrument = await openInstrument(served.url);
      const tokens = await Promise.all(Array.from({ length: LANES }, () => enterServed(served.url)));
      const fields = { type: '1', cont: instrument.lots, forex_id: instrument.id, status: '1' };
      const submit = (token: string, cid: string): Promise<Said | undefined> =>
        askServed(
          served.url,
          '/v1/api/forex/submit',
          { ...fields, multiple: instrument.multiple, cid },
          { token },
        ).catch(() => undefined);
      const journal = new Map<string, { readonly token: string; answer: Said | undefined }>();
      let isOver = false;
      const lanes = tokens.map(async (token, lane) => {
        for (let i = 0; !isOver; i++) {
          const cid = `partition-${lane}-${i}`;
          journal.set(cid, { token, answer: undefined });
          journal.set(cid, { token, answer: await submit(token, cid) });
          await pause(100);
        }
      });
      const [sick, well]: [number[], number[]] = [[], []];
      for (let cut = 0; cut < CUTS; cut++) {
        await pause(chance.whole(300, 1_000));
        const way = WAYS[cut % WAYS.length] ?? {};
        proxy.cut(() => way);
        sick.push(await msUntilHealth(served.url, 503));
        await pause(chance.whole(0, 4_000));
        proxy.heal();
        const healed = performance.now();
        for (let i = 0; (await submit(tokens[0] ?? '', `again-${cut}-${i}`))?.code !== CODE.success; i++) {
          expect(performance.now() - healed).toBeLessThan(BACK_MS);
          await pause(50);
        }
        well.push(performance.now() - healed);
      }
      isOver = true;
      await Promise.all(lanes);
      // An answered order keeps its answer; each other one has one outcome, which stays.
      let done = 0;
      for (const [cid, { token, answer }] of journal) {
        const { data } = await askServed(served.url, '/v1/api/forex/outcome', { cid }, { token });
        expect(['done', 'never']).toContain(data.state);
        if (data.state === 'done' && data.reply.code === CODE.success) done++;
        if (answer?.code === CODE.success) expect(data.reply.data).toEqual(answer.data);
      }
      let held = 0;
      for (const token of tokens) {
        const page = { status: '1', page: '1' };
        held += (await askServed(served.url, '/v1/api/forex/my_deal', page, { token })).data.total;
      }
      expect(held).toBe(done + CUTS);
      console.log(
        `${journal.size} orders, ${done} carried out; 503 after at most ${Math.max(...sick)} ms, again after at most ${Math.round(Math.max(...well))} ms`,
      );
      await served.kill();
    },
    60_000 + CUTS * 30_000,
  );
});
