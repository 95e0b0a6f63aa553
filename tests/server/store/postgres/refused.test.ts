import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../../server/store/errors.ts';
import { openStore } from '../../../../server/store/store.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const SECRET = 'c4nary-w0rd';

const open = (address: string) => openStore({ dataDir: temporaryFolder(), database: settingsOf(address) });

/** Why it does not open: the only message that is shown. */
async function reasonFor(address: string): Promise<string> {
  const error = await open(address).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error('it was not refused in a sentence', { cause: error });
  return error.message;
}

describe('a PostgreSQL database that is out of reach', () => {
  it('is refused in a sentence that names the place and not the password', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    expect(await reasonFor(`postgres://ann:${SECRET}@127.0.0.1:${port}/pipstream`)).toBe(
      `The database pipstream at 127.0.0.1:${port} cannot be opened: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
    expect(await reasonFor(`postgres://ann:${SECRET}@localhost:${port}/pipstream`)).toMatch(
      /^The database pipstream at localhost:\d+ cannot be opened: connect ECONNREFUSED .+\.$/,
    );
  });

  it('is refused when the certificate to trust cannot be read', async () => {
    const sentence = await reasonFor(
      `postgres://ann:${SECRET}@127.0.0.1/pipstream?sslmode=verify-full&sslrootcert=/nowhere.pem`,
    );
    expect(sentence).toMatch(/^The certificate that DATABASE_URL names cannot be read: .+nowhere\.pem.*\.$/);
  });
});

describe.skipIf(postgresMissing)('a PostgreSQL database that refuses access', () => {
  const postgres = usePostgres();

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'a wrong password',
      (url) => (url.password = SECRET),
      /password authentication failed for user "trader"/,
    ],
    [
      'a user that is not there',
      (url) => (url.username = 'bob'),
      /password authentication failed for user "bob"/,
    ],
    ['a database that is not there', (url) => (url.pathname = '/absent'), /database "absent" does not exist/],
    ['TLS without support by the server', (url) => url.searchParams.set('sslmode', 'require'), /SSL/],
  ])('%s is refused in a sentence without the password', async (_what, change, wanted) => {
    const url = new URL(await postgres.database());
    const password = decodeURIComponent(url.password);
    change(url);
    const sentence = await reasonFor(url.href);
    expect(sentence).toMatch(/^The database \w+ in .+ cannot be opened: .+\.$/);
    expect(sentence).toMatch(wanted);
    expect(sentence).not.toContain(SECRET);
    expect(sentence).not.toContain(password);
  });

  it('one with another text encoding is refused in a sentence', async () => {
    const address = await postgres.database();
    await postgres.query(address, `create database latin template template0 encoding 'LATIN1' locale 'C'`);
    const url = new URL(address);
    url.pathname = '/latin';
    expect(await reasonFor(url.href)).toMatch(
      /^The database latin in .+ must be made with the encoding UTF8\.$/,
    );
    await postgres.query(address, 'drop database latin with (force)');
  });

  it('one of a later version is refused in a sentence', async () => {
    const address = await postgres.database();
    await (await open(address)).close();
    await postgres.query(
      address,
      "insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')",
    );
    expect(await reasonFor(address)).toMatch(
      /^The database .+ cannot be opened: it was written by a later version of this program \(2999-01-01-later\)\.$/,
    );
  });
});
