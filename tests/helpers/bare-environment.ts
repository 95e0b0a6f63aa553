import { serverEnvironment } from '../../scripts/server-flags.mjs';

/** The environment of a program that takes no setting from here: where programs are, and Node's compile cache. */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = serverEnvironment();
  return { PATH, NODE_COMPILE_CACHE };
}
