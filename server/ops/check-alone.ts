import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../../shared/result.ts';
import { checkBooks } from '../audit/check-command.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { StoreError } from '../store/errors.ts';
import { openStore } from '../store/store.ts';
import type { OperatorAnswer } from './resource.ts';
import { logged } from './step.ts';

/**
 * Checks the books while no exchange is running; holds the data folder meanwhile.
 * @returns one sentence when there is nothing to check, or another process holds the folder
 */
export async function checkAlone(
  config: Pick<Config, 'dataDir' | 'database'>,
  who: string,
): Promise<Result<OperatorAnswer, string>> {
  if (config.database.kind === 'embedded' && !existsSync(config.dataDir))
    return err(`There is no data folder ${config.dataDir} to check.`);
  try {
    const store = await openStore(config);
    try {
      const step = { who, resource: 'check', verb: 'books', subject: '' };
      return await logged({ store, clock: systemClock }, step, async () => ok(await checkBooks(store)));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return err(error.message);
    throw error;
  }
}
