import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
