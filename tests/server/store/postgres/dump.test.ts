import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../../server/audit/audit.ts';
import { orderRepository } from '../../../../server/exchange/order-repository.ts';
import { good, startDealing, startTrading, ticket } from '../../../helpers/dealing.ts';
import { postgresMissing, postgresProgram, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 20);

const run = (name: string, ...args: string[]) => promisify(execFile)(postgresProgram(name) ?? '', args);

describe.skipIf(postgresMissing !== undefined || postgresProgram('pg_dump') === undefined)(
  'a dump of a PostgreSQL database',
  () => {
    const postgres = usePostgres();

    it('made under load restores with every order acknowledged before it began', async () => {
      const address = await postgres.database();
      const dealing = await startTrading({ database: settingsOf(address) });
      const { account } = dealing;
      const acknowledged: number[] = [];
      let stopped = false;
      const load = (async () => {
        while (!stopped) {
          const { id } = good(
            await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })),
          );
          acknowledged.push(id);
          good(await dealing.exchange.close(account, id, undefined, undefined));
        }
      })();
      while (acknowledged.length < ORDERS) await pause(5);
      const before = [...acknowledged];
      const file = join(temporaryFolder(), 'pipstream.dump');
      await run('pg_dump', '--format=custom', `--file=${file}`, address);
      stopped = true;
      await load;
      await dealing.stop();

      const place = { database: settingsOf(await postgres.emptyDatabase()) };
      const target = new URL(address);
      target.pathname = `/${place.database.server.database}`;
      await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${target.href}`, file);
      const restored = await startDealing(place);
      for (const id of before)
        expect(await orderRepository(restored.store.read).precision(account, id as never)).toBe(5);
      expect(await auditBooks(restored.store.read)).toEqual([]);
      expect(await restored.openAccount()).toBe(account + 1);
      restored.market.tick('EURUSD', 1.2);
      const { id } = good(await restored.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
      expect(before).not.toContain(id);
    });
  },
);
