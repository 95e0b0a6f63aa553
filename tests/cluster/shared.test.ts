import { describe, expect, it } from 'vitest';
import { writeTape } from '../../bench/cluster/check/write-tape.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { RouteName } from '../../shared/contract/routes.ts';
import { crossing } from '../helpers/crossing.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { operatorOf } from '../helpers/operator.ts';
import { ALL_LIVE, exchangeOf, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { groundOn } from '../server/http/walk/ground.ts';
import { ask } from '../server/http-fixture.ts';

/** Of these one gateway keeps what another one needs for a later call. */
const KEPT: ReadonlySet<RouteName> = new Set(['sendEmailCode', 'uploadImage', 'createDemoAccount']);

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('gateways and dealers', () => {
  const postgres = usePostgres();

  it('share the keys of codes and links, pictures, letters and the papers of people', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const start = exchangeOf(database, broker.url, { ...ALL_LIVE, FEED: writeTape(temporaryFolder()) });
    const [feed, dealers] = [start('feed'), [start('dealer'), start('dealer')]];
    await Promise.all([feed, ...dealers].map((one) => one.port()));
    const gateways = [start('gateway'), start('gateway')];
    const [one = 0, other = 0] = await Promise.all(gateways.map((gateway) => gateway.port()));
    for (const port of [one, other])
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
    const [operatorsDir = '', othersDir = ''] = dealers.map(({ dataDir }) => dataDir);

    // It registers on one gateway with the code that another one has sent, and that one dealer's operator reads.
    let papersSent = 0;
    const ground = await groundOn({
      ask(name, path, how) {
        const isAtOne = name === 'submitRealName' ? papersSent++ % 2 === 0 : KEPT.has(name);
        return ask(isAtOne ? one : other, path, how);
      },
      operatorsDir,
    });
    expect((await ground.send('getUser', {}, ground.real.token)).code).toBe(1);
    const letters = await operatorOf(othersDir).rows('outbox', 'list');
    expect(letters.map(({ to }) => to)).toContain(ground.real.account);

    const { pathname, search } = new URL(await ground.upload(ground.real.token), 'http://localhost');
    const pictures = await Promise.all([one, other].map((port) => ask(port, pathname + search)));
    for (const { status, headers } of pictures)
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(pictures[0]?.text).toBe(pictures[1]?.text);

    // Papers that come to both at the same moment are accepted once.
    const { token } = ground.real;
    const papers = async () => ({
      name: 'Ada Lovelace',
      card_id: 'AB1234567',
      front_pic: await ground.upload(token, 'another'),
      reverse_pic: await ground.upload(token, 'another'),
    });
    const both = [await papers(), await papers()];
    const answers = await crossing(postgres, database, 'identity_papers', () =>
      Promise.all(both.map((fields) => ground.send('submitRealName', fields, token))),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([CODE.success, CODE.conflict]);
    expect(await postgres.query(database, 'select id from identity_papers')).toHaveLength(1);
  }, 300_000);
});
