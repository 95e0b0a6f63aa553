import { userInfo } from 'node:os';
import type { DatabaseSettings, PostgresServer } from '../store/settings.ts';
import { BadSetting, type Reader } from './setting-reader.ts';

const TLS_MODES = ['disable', 'require', 'verify-full'] as const satisfies readonly PostgresServer['tls'][];
const PARAMETERS: readonly string[] = ['host', 'sslmode', 'sslrootcert'];
const PORT = 5432;
/** Also prevents an unencoded password from being taken for a name and shown. */
const NAME = /^[\w.$-]{1,63}$/;
const WANTED =
  'DATABASE_URL must be an address such as postgres://user:password@db.example.com:5432/pipstream, with signs like @ : / ? # in the password encoded';

/** The value contains a password, so no message repeats any of it. */
export function readDatabase(read: Reader): DatabaseSettings {
  const value = read.text('DATABASE_URL', '');
  if (value === '') return { kind: 'embedded' };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '')
    throw new BadSetting(`${WANTED}.`);
  for (const [name] of url.searchParams) {
    if (!PARAMETERS.includes(name) || url.searchParams.getAll(name).length > 1)
      throw new BadSetting(`DATABASE_URL takes only ${PARAMETERS.join(', ')} as parameters, each once.`);
  }
  const password = decoded(url.password);
  const database = decoded(url.pathname.slice(1));
  if (!NAME.test(database)) throw new BadSetting(`${WANTED}: it names no database.`);
  return {
    kind: 'postgres',
    server: {
      host: readHost(url),
      port: url.port === '' ? PORT : Number(url.port),
      database,
      user: decoded(url.username) || userInfo().username,
      password: () => password,
      ...readTls(url),
    },
  };
}

function readHost(url: URL): string {
  const folder = url.searchParams.get('host');
  if (folder !== null && !folder.startsWith('/'))
    throw new BadSetting('DATABASE_URL: host, as a parameter, must be the folder of a local socket.');
  const host = folder ?? decoded(url.hostname).replace(/^\[|\]$/g, '');
  if (host === '') throw new BadSetting(`${WANTED}: it names no host.`);
  return host;
}

function readTls(url: URL): Pick<PostgresServer, 'tls' | 'authorityFile'> {
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const tls = TLS_MODES.find((one) => one === mode);
  if (tls === undefined) throw new BadSetting(`DATABASE_URL: sslmode must be ${TLS_MODES.join(' or ')}.`);
  const authorityFile = url.searchParams.get('sslrootcert') ?? undefined;
  if (authorityFile !== undefined && tls !== 'verify-full')
    throw new BadSetting('DATABASE_URL: sslrootcert belongs to sslmode=verify-full.');
  return { tls, authorityFile };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadSetting(`${WANTED}.`);
  }
}
