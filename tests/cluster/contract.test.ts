import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { writeTape } from '../../bench/cluster/check/write-tape.ts';
import type { RouteName } from '../../shared/contract/routes.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { ALL_LIVE, exchangeOf, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { expectAnswer, NAMES, shapeOf, workingOn } from '../server/http/walk/described.ts';
import { groundOn } from '../server/http/walk/ground.ts';
import { ask } from '../server/http-fixture.ts';

/** Set by `npm run cluster -- --check contract`: the exchange that it has started, which plays the tape. */
const given = process.env['PIPSTREAM_TEST_EXCHANGE'];
const schema = v.object({ ports: v.array(v.number()), operatorsDir: v.string() });
type Exchange = v.InferOutput<typeof schema>;

const cannotRun = given === undefined && (natsMissing !== undefined || postgresMissing !== undefined);

describe.skipIf(cannotRun)('gateways', () => {
  const postgres = usePostgres();

  async function started(): Promise<Exchange> {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const start = exchangeOf(database, broker.url, { ...ALL_LIVE, FEED: writeTape(temporaryFolder()) });
    const [feed, dealer, ...gateways] = [start('feed'), start('dealer'), start('gateway'), start('gateway')];
    await Promise.all([feed.port(), dealer.port()]);
    const ports = await Promise.all(gateways.map((gateway) => gateway.port()));
    for (const port of ports)
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
    return { ports, operatorsDir: dealer.dataDir };
  }

  it('answer every call as in the contract, whichever of them wrote what the other one reads', async () => {
    const { ports, operatorsDir } =
      given === undefined ? await started() : v.parse(schema, JSON.parse(given));
    for (const [at, writing] of ports.entries()) {
      const reading = ports[(at + 1) % ports.length] ?? writing;
      const ground = await groundOn({
        ask: (name, path, how) => ask(isRead(name) ? reading : writing, path, how),
        operatorsDir,
      });
      const wrong: string[] = [];
      for (const name of NAMES) {
        const { fields, token } = await workingOn(name, ground);
        const answer = await ground.send(name, fields, token);
        try {
          expectAnswer(name, fields, answer);
        } catch (error) {
          wrong.push(`${name}: ${error instanceof Error ? error.message : error}, answered ${answer.text}`);
        }
      }
      console.info(
        `writes on gateway ${at + 1}, reads on another one: ${wrong.length} of ${NAMES.length} calls are answered wrong`,
      );
      expect(wrong).toEqual([]);
      expect((await ground.operate('check', 'books')).rows).toEqual([]);
    }
  }, 240_000);
});

/** A call of a session that changes nothing. */
const isRead = (name: RouteName): boolean => {
  const { method, session, changes } = shapeOf(name);
  return method === 'GET' && session === true && changes !== true;
};
