import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { databaseIn } from '../../../server/store/embedded.ts';
import { watchLog } from '../../../server/store/log-watch.ts';
import { openStore } from '../../../server/store/store.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const MEGABYTE = 1024 * 1024;

it('the log of the embedded database shrinks again once a long reader has left', async () => {
  const dataDir = dataFolder();
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  const write = (n: number) =>
    store.write((transaction) =>
      transaction
        .insertInto('seeds')
        .values({ name: `${n} ${'x'.repeat(1_000_000)}`, planted_at: timestampMs(0) })
        .execute(),
    );
  const reader = new DatabaseSync(databaseIn(dataDir), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM seeds');
  for (let n = 0; n < 50; n++) await write(n);
  expect(store.logBytes()).toBeGreaterThan(50 * MEGABYTE);
  reader.exec('COMMIT');
  reader.close();
  // The next writes move the log into the database, and start it anew.
  for (let n = 50; n < 53; n++) await write(n);
  expect(store.logBytes()).toBeLessThan(33 * MEGABYTE);
});

it('a log that has grown large is said once, and when it is small again', () => {
  let bytes = 0;
  const clock = createManualClock(0);
  const said: string[] = [];
  const stop = watchLog({ logBytes: () => bytes }, clock, (sentence) => said.push(sentence));
  for (const size of [33, 127, 128, 400, 400, 31, 31]) {
    bytes = size * MEGABYTE;
    clock.advance(5_000);
  }
  stop();
  expect(said).toEqual([
    "The database's log has grown to 128 MB: a program reads pipstream.db in one long transaction. End it, and the log shrinks.",
    "The database's log has shrunk to 31 MB.",
  ]);
});
