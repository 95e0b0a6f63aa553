import type { Config } from './config/config.ts';
import { composeAll } from './roles/all.ts';
import { composeDealer } from './roles/dealer.ts';
import { composeGateway } from './roles/gateway.ts';
import type { RunningServer, StartDeps, Undo } from './roles/process.ts';
import { howToRestore, isDamage } from './store/damage.ts';
import { databaseIn } from './store/embedded.ts';
import { isRefusedByDatabase, StoreError, UnavailableError } from './store/errors.ts';

/**
 * Starts what the settings ask for: the whole exchange, a gateway or a dealer (`roles/feed.ts` starts a feed). The port and
 * the data folder are taken before the price history is generated, so that a second start fails at once. Calls get
 * 503 until everything is ready.
 * @throws StoreError, StartError, or the listen error; nothing stays open then
 */
export async function startServer(config: Config, deps: StartDeps = {}): Promise<RunningServer> {
  const undo: Undo = [];
  const stop = async () => {
    for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
  };
  try {
    return { ...(await compose(config, deps, undo)), stop };
  } catch (error) {
    await stop();
    // Damage that the check of the pages does not know.
    if (isDamage(error))
      throw new StoreError(howToRestore(databaseIn(config.dataDir), reasonOf(error)), { cause: error });
    if (error instanceof UnavailableError || isRefusedByDatabase(error))
      throw new StoreError(tooSlow(error), { cause: error });
    throw error;
  }
}

function compose(config: Config, deps: StartDeps, undo: Undo): Promise<Omit<RunningServer, 'stop'>> {
  const { role } = config;
  switch (role.name) {
    case 'gateway':
      return composeGateway(config, role, deps, undo);
    case 'dealer':
      return composeDealer(config, role, deps, undo);
    case 'feed':
      throw new Error('roles/feed.ts starts a feed');
    case 'all':
      return composeAll(config, deps, undo);
  }
}

const tooSlow = (error: unknown): string =>
  `The database did not serve the start: ${reasonOf(error)}. Start again; if the database is merely slow, raise DATABASE_TIMEOUT_MS.`;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
