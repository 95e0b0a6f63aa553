import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Engines {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string | undefined;
  /** The broker's program. */
  readonly nats: string | undefined;
}

/**
 * The programs of the engines that have to be started here, since no setting names them.
 * @throws an Error that says what to install
 */
export function enginePrograms(
  settings: Readonly<Record<string, string | undefined>>,
  installed: Engines,
): Engines {
  const wanted = [
    { engine: 'postgres', setting: 'DATABASE_URL', debianPackage: 'postgresql' },
    { engine: 'nats', setting: 'NATS_URL', debianPackage: 'nats-server' },
  ] as const;
  const own = wanted.filter(({ setting }) => settings[setting] === undefined);
  const missing = own.filter(({ engine }) => installed[engine] === undefined);
  if (missing.length > 0) {
    const packages = missing.map(({ debianPackage }) => debianPackage);
    const addresses = missing.map(({ setting }) => setting).join(' and ');
    throw new Error(
      `The cluster needs ${packages.join(' and ')}, not installed here: apt-get install ${packages.join(' ')}, or set ${addresses}.`,
    );
  }
  const isOwn = (name: keyof Engines) => own.some(({ engine }) => engine === name);
  return {
    postgres: isOwn('postgres') ? installed.postgres : undefined,
    nats: isOwn('nats') ? installed.nats : undefined,
  };
}

const DEBIAN = '/usr/lib/postgresql';

/** Where an engine's programs may be: in Debian's folders, newest version first, or on the path. */
function engineFolders(): readonly string[] {
  const versions = isThere(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const listed = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
  ];
  return listed.filter((folder) => folder !== '');
}

/** The folder that has all these programs of an engine; undefined if they are not installed. */
export function folderOf(...programs: readonly string[]): string | undefined {
  return engineFolders().find((folder) => programs.every((program) => isThere(join(folder, program))));
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
