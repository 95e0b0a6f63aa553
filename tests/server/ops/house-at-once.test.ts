import { expect, it } from 'vitest';
import { exposure, report } from '../../../server/ops/house-commands.ts';
import { runStep } from '../../../server/ops/step.ts';
import type { Store } from '../../../server/store/store.ts';
import { good, startDealing } from '../../helpers/dealing.ts';
import { runSql } from '../../helpers/raw-sql.ts';
import { onEachDatabase } from '../../helpers/stores.ts';
import { openRealAccount } from '../payments/payments-scene.ts';

onEachDatabase((stores) => {
  it('what customers hold, what is booked and what a day brought are of one moment', async () => {
    const place = await stores.place();
    const { dataDir, database } = place;
    const dealing = await startDealing({ dataDir, ...(database === undefined ? {} : { database }) });
    const { store, exchange, market, clock } = dealing;
    const account = await openRealAccount(dealing);
    let interrupt = async () => {};
    const read: Store['read'] = store.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const once = interrupt;
        interrupt = async () => {};
        await once();
        return result;
      },
    });
    const deps = { store: { ...store, read }, clock, market };
    const run = async (resource: string, verb: string) => {
      const done = await runStep({ exposure, report }, deps, { who: 'ann', resource, verb, values: {} });
      return done.ok ? done.value : { rows: [], note: done.error.sentence };
    };

    // The embedded database has one connection for reads: whatever runs in between must need none.
    await exchange.figures(account);
    const setFees = (amount: number) =>
      runSql(place, `update ledger_accounts set balance = ${amount} where id = 'house:real:fees'`);
    interrupt = () => setFees(5_000_000);
    const note = async () => (await run('exposure', 'list')).note;
    expect(await note()).toBe('Result of the house in USD: 0 booked, 0 floating.');
    expect(await note()).toBe('Result of the house in USD: 5 booked, 0 floating.');
    await setFees(0);

    const movement = { kind: 'adjustment', amount: 1_000_000 as never, memo: 'Gift' } as const;
    interrupt = async () => void good(await exchange.transfer(account, movement, { answer: () => null }));
    const what = async () => (await run('report', 'day')).rows.map((row) => row['what']);
    expect(await what()).not.toContain('adjustment');
    expect(await what()).toContain('adjustment');
  });
});
