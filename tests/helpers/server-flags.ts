import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../architecture/sources.ts';

interface Flags {
  serverFlags(cores?: number): readonly string[];
}

/** Node's flags as the launcher gives them to the server. @param cores as many as this process may use, when not said */
export async function serverFlags(cores?: number): Promise<readonly string[]> {
  const flags: Flags = await import(pathToFileURL(join(root, 'scripts', 'server-flags.mjs')).href);
  return flags.serverFlags(cores);
}
