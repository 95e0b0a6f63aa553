import type { DatabaseSettings } from '../../server/store/settings.ts';
import { createDatabase, settingsOf } from './postgres-server.ts';

/** With `PIPSTREAM_TEST_STORE=postgres` every server and every exchange in a test uses a database on this server instead. */
const server =
  process.env['PIPSTREAM_TEST_STORE'] === 'postgres' ? process.env['PIPSTREAM_TEST_DATABASE_URL'] : undefined;

const chosen = new Map<string, Promise<string>>();

/** The database of a data folder; undefined for the embedded one. */
export async function chosenAddress(dataDir: string): Promise<string | undefined> {
  if (server === undefined) return undefined;
  const known = chosen.get(dataDir) ?? createDatabase(server);
  chosen.set(dataDir, known);
  return known;
}

export async function chosenDatabase(dataDir: string): Promise<DatabaseSettings | undefined> {
  const address = await chosenAddress(dataDir);
  return address === undefined ? undefined : settingsOf(address);
}
