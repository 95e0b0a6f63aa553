// A process with a copy of the prices, which measures how late they are: see copy-lateness.ts.
import { once } from 'node:events';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { systemClock } from '../../../server/clock.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createRemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { quantilesOf } from '../../server/server-load.ts';
import { busAt, type CopyReport, type CopyTask } from './copy-lateness.ts';

const [task] = (await once(process, 'message')) as [CopyTask];
const copy = createRemoteMarket({
  entries: simulatedEntries(task.synthetic),
  bus: await busAt(task.servers, 'copy'),
  clock: systemClock,
  candleStore: memoryCandleStore(),
  feeType: 'of-margin',
  report: (sentence) => console.error(sentence),
});
const late: number[] = [];
let isMeasuring = false;
copy.onTick(({ time }) => {
  if (isMeasuring) late.push(systemClock.now() - time);
});
await copy.start();
process.on('message', (message) => {
  if (message === 'measure') isMeasuring = true;
  else process.send?.({ ...quantilesOf(late), ticks: late.length } satisfies CopyReport);
});
process.send?.('ready');
