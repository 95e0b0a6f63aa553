import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../architecture/sources.ts';

interface Flags {
  serverFlags(cores?: number): readonly string[];
  serverEnvironment(): NodeJS.ProcessEnv;
}

const flags = (): Promise<Flags> => import(pathToFileURL(join(root, 'scripts', 'server-flags.mjs')).href);

/** Node's flags, as the launcher passes them to the server. @param cores by default all that this process may use */
export async function serverFlags(cores?: number): Promise<readonly string[]> {
  return (await flags()).serverFlags(cores);
}

/** This process's environment, as the launcher passes it to the server. */
export async function serverEnvironment(): Promise<NodeJS.ProcessEnv> {
  return (await flags()).serverEnvironment();
}
