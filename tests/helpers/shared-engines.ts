import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseIn } from '../../server/store/embedded.ts';
import { openStore } from '../../server/store/store.ts';
import { type Cluster, createDatabase, ROLE, roleOn, settingsOf, startCluster } from './postgres-server.ts';

/**
 * Set up once before all tests of a run: an empty embedded database, which tests copy, and a PostgreSQL that starts when the
 * first test asks for it, with an empty database that is their template.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-run-'));
  const store = await openStore({ dataDir: folder });
  await store.close();
  process.env['PIPSTREAM_TEST_TEMPLATE'] = databaseIn(folder);

  let cluster: Promise<Cluster> | undefined;
  const path = join(folder, 'postgres.sock');
  // Answers each connection with the server's address, or with the error of its start.
  const server = createServer(async (socket) => {
    cluster ??= startWithTemplate(folder);
    socket.end(
      await cluster.then(
        ({ address }) => JSON.stringify({ address }),
        (error) => JSON.stringify({ error: String(error) }),
      ),
    );
  });
  await new Promise<void>((done) => server.listen(path, done));
  process.env['PIPSTREAM_TEST_POSTGRES_SOCKET'] = path;
  return async () => {
    server.close();
    await (await cluster?.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The name of the database that tests copy. */
export const TEMPLATE = 'pipstream_template';

async function startWithTemplate(folder: string): Promise<Cluster> {
  const cluster = await startCluster(undefined);
  const address = roleOn(await createDatabase(cluster.address, { owner: ROLE, name: TEMPLATE }));
  const store = await openStore({ dataDir: join(folder, 'of-postgres'), database: settingsOf(address) });
  await store.close();
  return cluster;
}
