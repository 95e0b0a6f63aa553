import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { digestedState } from '../../../replay/fold/digested-state.ts';
import { launchCluster } from '../../cluster/launch.ts';
import { natsMissing } from '../../helpers/nats.ts';
import { postgresMissing } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { foldOf } from '../../replay/digests.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a cluster while it trades',
  () => {
    it('loses, doubles and hides nothing when a process of each role is killed', async () => {
      const record = join(temporaryFolder(), 'seen.jsonl.gz');
      const cluster = launchCluster([
        '--drill',
        '16',
        '--sockets',
        '24',
        '--orders',
        '120',
        '--record',
        record,
      ]);
      const status = await cluster.exit;
      const said = cluster.said();
      expect(said).toMatch(
        / 0 lost, 0 doubled, 0 of 24 sockets differ\n\d+ of \d+ calls were answered with 503 .+; 0 of these had no answer .+\nbooks: right$/m,
      );
      for (const role of ['dealer', 'gateway', 'feed'])
        expect(said).toMatch(new RegExp(`${role} \\d killed: orders again`));
      expect(said).toContain('\n120 orders and closes, ');
      expect(status).toBe(0);
      const text = gunzipSync(readFileSync(record)).toString();
      const { counters, orders } = await digestedState(foldOf([text]));
      expect(counters.opened).toBeGreaterThan(1);
      expect(orders.length).toBeGreaterThan(0);
    }, 900_000);

    it('loses, doubles and hides nothing while each role is restarted', async () => {
      const cluster = launchCluster(['--roll', '--drill', '5', '--sockets', '16']);
      expect(await cluster.exit).toBe(0);
      const said = cluster.said();
      for (const role of ['dealer', 'gateway', 'feed'])
        for (const at of [1, 2]) expect(said).toMatch(new RegExp(`^${role} ${at} rolled: `, 'm'));
      expect(said).toMatch(/ 0 without an answer; 0 lost, 0 doubled, 0 of 16 sockets differ$/m);
      expect(said).not.toContain('orders again after');
    }, 900_000);
  },
);
