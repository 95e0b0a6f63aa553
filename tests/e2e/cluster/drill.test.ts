import { describe, expect, it } from 'vitest';
import { launchCluster } from '../../cluster/launch.ts';
import { natsMissing } from '../../helpers/nats.ts';
import { postgresMissing } from '../../helpers/postgres.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a cluster while it trades',
  () => {
    it('loses, doubles and hides nothing when a process of each role is killed', async () => {
      const cluster = launchCluster(['--drill', '16']);
      const status = await cluster.exit;
      const said = cluster.said();
      expect(said).toMatch(/ 0 lost, 0 doubled, 0 of 8 sockets differ\nbooks: right$/m);
      for (const role of ['dealer', 'gateway', 'feed'])
        expect(said).toMatch(new RegExp(`${role} \\d killed: orders again`));
      expect(status).toBe(0);
    }, 900_000);
  },
);
