import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../architecture/sources.ts';

interface Flags {
  serverFlags(cores?: number): readonly string[];
  serverEnvironment(): NodeJS.ProcessEnv;
}

const flags = (): Promise<Flags> => import(pathToFileURL(join(root, 'scripts', 'server-flags.mjs')).href);

/** Node's flags as the launcher gives them to the server. @param cores as many as this process may use, when not said */
export async function serverFlags(cores?: number): Promise<readonly string[]> {
  return (await flags()).serverFlags(cores);
}

/** This process's environment as the launcher gives it to the server. */
export async function serverEnvironment(): Promise<NodeJS.ProcessEnv> {
  return (await flags()).serverEnvironment();
}
