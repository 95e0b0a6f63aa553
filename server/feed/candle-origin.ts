import type { Clock } from '../clock.ts';
import { beginSeed } from '../store/numbers.ts';
import type { Store } from '../store/store.ts';
import type { FeedOptions } from './feed.ts';

const OUTSIDE = 'prices from outside';

/**
 * Keeps candles of a market and simulated ones apart: the first start with prices from outside deletes the stored candles,
 * since a simulation made them; and a simulation does not continue the candles of a market.
 * @returns why this feed cannot start on this database, if so
 */
export async function claimCandles(
  store: Store,
  kind: FeedOptions['kind'],
  clock: Pick<Clock, 'now'>,
  say: (sentence: string) => void,
): Promise<string | undefined> {
  const { read, write } = store;
  if (kind === 'sim') {
    const claimed = await read
      .selectFrom('seeds')
      .where('name', '=', OUTSIDE)
      .select('name')
      .executeTakeFirst();
    return (
      claimed &&
      'this database has prices from outside, and simulated ones would go on from them; start with another DATA_DIR or DATABASE_URL'
    );
  }
  if (kind !== 'push') return undefined;
  const deleted = await write(async (transaction) => {
    if (!(await beginSeed(transaction, OUTSIDE, clock.now()))) return 0n;
    const { numDeletedRows } = await transaction.deleteFrom('candle_chunks').executeTakeFirst();
    return numDeletedRows;
  });
  if (deleted > 0n) say('The simulated candles are deleted: prices come from outside from now on.');
  return undefined;
}
