import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Whether tests that need PostgreSQL or a broker must run: without its programs they fail then. */
export const areEnginesRequired = process.env['PIPSTREAM_TEST_CLUSTER'] === 'required';

/** Where an engine's programs may be: in Debian's folders, newest version first, or on the path. */
export function engineFolders(): readonly string[] {
  const versions = isThere(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const listed = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
  ];
  return listed.filter((folder) => folder !== '');
}

export function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
