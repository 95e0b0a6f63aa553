// Deals in an endless loop on the given account, data folder and (optional) database; prints each answer after receiving it.

import { systemClock } from '../../../server/clock.ts';
import { readDatabase } from '../../../server/config/database.ts';
import { createReader } from '../../../server/config/setting-reader.ts';
import { createExchange } from '../../../server/exchange/exchange.ts';
import { openStore } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { eurusd } from '../instruments.ts';
import { createScriptedMarket } from '../scripted-market.ts';

const [dataDir = '', account = '', round = '', address = ''] = process.argv.slice(2);
const store = await openStore({
  dataDir,
  database: readDatabase(createReader({ DATABASE_URL: address })),
});
const market = createScriptedMarket([eurusd], systemClock.now());
const exchange = createExchange({
  store,
  market,
  clock: systemClock,
  settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance: moneyFromWire(100_000) },
});
await exchange.start();
market.tick('EURUSD', 1.2);
console.log('open');

const deal = async (lane: number): Promise<void> => {
  for (let i = 0; ; i++) {
    const cid = `round-${round}-lane-${lane}-order-${i}`;
    const opened = await exchange.submit(Number(account) as AccountId, {
      cid,
      instrumentId: eurusd.id,
      side: 'buy',
      volume: volumeFromWire(0.01),
      multiple: 100,
      kind: { type: 'market' },
    });
    if (!opened.ok) throw new Error(`refused with ${opened.error.code}`);
    console.log(`opened ${opened.value.id} ${cid}`);
    if (i % 2 === 0) continue;
    const closed = await exchange.close(Number(account) as AccountId, opened.value.id, undefined, undefined);
    if (!closed.ok) throw new Error(`refused with ${closed.error.code}`);
    console.log(`closed ${closed.value.id}`);
  }
};
await Promise.all([deal(0), deal(1), deal(2)]);
