import type { NatsSettings } from '../bus/nats.ts';
import type { FeedOptions } from '../feed/feed.ts';
import type { DatabaseSettings } from '../store/settings.ts';
import { BadSetting, type Reader } from './setting-reader.ts';

/** What a process does: everything, or a part, with others on the same database and broker. */
export type RoleSettings =
  | { readonly name: 'all' }
  | ({ readonly name: 'feed' } & NodeSettings)
  | ({ readonly name: 'dealer'; readonly leaseMs: number } & NodeSettings & SharedFolders)
  | ({ readonly name: 'gateway'; readonly drainMs: number } & NodeSettings & SharedFolders);

/** A process that is a part of the exchange. */
export type NodeRole = Exclude<RoleSettings, { readonly name: 'all' }>;

interface NodeSettings {
  readonly nats: NatsSettings;
  /** Names the process in the broker's list; the host's name if empty. */
  readonly nodeName: string;
}

/** The same for all gateways and dealers: on one machine, or mounted. */
interface SharedFolders {
  /** The secrets that are in no database: of codes, of links to pictures, of second factors. */
  readonly keysDir: string;
  /** The pictures that users send. */
  readonly sharedDir: string;
}

const ROLES = ['all', 'feed', 'gateway', 'dealer'] as const;
const PORT = 4222;
const MOST_DRAIN_MS = 60_000;
const WANTED =
  'NATS_URL must be addresses such as nats://user:password@a.example.com:4222,nats://b.example.com/name, with signs like @ : / ? # in the password encoded';

export function readRole(read: Reader, database: DatabaseSettings, feed: FeedOptions): RoleSettings {
  const name = read.oneOf('ROLE', 'all', ROLES);
  if (name === 'all') {
    if (read.has('NATS_URL'))
      throw new BadSetting('NATS_URL is set, but ROLE=all needs no broker; remove one of them.');
    return { name };
  }
  if (database.kind === 'embedded')
    throw new BadSetting(`ROLE=${name} needs DATABASE_URL: the roles share a PostgreSQL database.`);
  if (!read.has('NATS_URL'))
    throw new BadSetting(`ROLE=${name} needs NATS_URL: the roles talk through a NATS broker.`);
  if (feed.kind === 'ticks' && (feed.clock !== 'now' || feed.speed !== 1))
    throw new BadSetting(
      `FEED_CLOCK=recorded and FEED_SPEED belong to ROLE=all: with ROLE=${name} recorded quotes are played as if they came now.`,
    );
  const node = { nats: readNats(read), nodeName: read.text('NODE_NAME', '') };
  if (!/^[\w.-]{0,40}$/.test(node.nodeName))
    throw new BadSetting('NODE_NAME must have letters, digits and . - _ only, at most 40.');
  if (name === 'feed') return { name, ...node };
  for (const [setting, what] of SHARED)
    if (!read.has(setting))
      throw new BadSetting(`ROLE=${name} needs ${setting}: the folder of ${what}, the same for all of them.`);
  const folders = { keysDir: read.text('KEYS_DIR', ''), sharedDir: read.text('SHARED_DIR', '') };
  if (name === 'dealer')
    return { name, ...node, ...folders, leaseMs: read.integer('DEALER_LEASE_MS', LEASE_MS, 200, 60_000) };
  return { name, ...node, ...folders, drainMs: read.integer('DRAIN_MS', 5_000, 0, MOST_DRAIN_MS) };
}

/** A stopped dealer is felt for so long; one that pauses for longer is taken to be stopped. */
const LEASE_MS = 2_000;

const SHARED = [
  ['KEYS_DIR', 'the secrets that gateways and dealers share'],
  ['SHARED_DIR', 'the pictures that gateways and dealers share'],
] as const;

/** The value contains a password, so no message repeats any of it. */
function readNats(read: Reader): NatsSettings {
  const urls = read.list('NATS_URL').map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (
      url === undefined ||
      !/^(nats|tls):$/.test(url.protocol) ||
      url.hostname === '' ||
      url.search ||
      url.hash
    )
      throw new BadSetting(`${WANTED}.`);
    return url;
  });
  const [user, password] = ['username', 'password'].map((part) =>
    urls.map((url) => decoded(part === 'username' ? url.username : url.password)).find((text) => text !== ''),
  );
  const name = urls.map((url) => url.pathname.replace(/^\//, '')).find((path) => path !== '') ?? 'main';
  if (!/^[\w-]{1,40}$/.test(name))
    throw new BadSetting(`${WANTED}: the name of the exchange has letters, digits, - and _.`);
  return {
    servers: urls.map((url) => `${url.hostname}:${url.port === '' ? PORT : url.port}`),
    tls: urls.some((url) => url.protocol === 'tls:'),
    user: user === undefined ? undefined : () => user,
    password: password === undefined ? undefined : () => password,
    prefix: `ps.${name}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadSetting(`${WANTED}.`);
  }
}
