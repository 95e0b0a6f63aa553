import { n, type Row, tested } from '../row.ts';

const runs = (trials: number) => ({ RUNS: String(trials) });

/** Candles against a slow reference. */
export const CANDLE_ROWS: readonly Row[] = [
  tested({
    id: 'G29',
    fault: 'late, doubled, dropped and shuffled ticks',
    goal: '0 differences from a slow reference',
    trials: { full: 5_000, quick: 100 },
    files: ['tests/server/feed/minute-builder.test.ts'],
    env: runs,
    says: (trials) => `0 in ${n(trials)} random tapes for each of 5 properties`,
  }),
  tested({
    id: 'G30',
    fault: 'history and live candles meet at every offset, before and after a pause',
    goal: '0 holes, 0 doubled candles, 8 periods',
    trials: { full: 2_000, quick: 300 },
    files: ['tests/worker/streams/candle-seam.test.ts'],
    env: runs,
    says: (trials) => `0 in ${n(trials)} random cuts x 8 periods, without and with a pause`,
  }),
  tested({
    id: 'G31',
    fault: 'minutes fold into longer periods, also when a late tick changes an earlier minute',
    goal: '8 periods equal the fold of all minutes; low <= open, close <= high; the chart never gets an older time',
    trials: { full: 1_000, quick: 50 },
    files: ['tests/shared/candles.test.ts', 'tests/shared/period-fold.test.ts'],
    env: runs,
    says: (trials) => `0 differences in ${n(trials)} random tapes x 8 periods`,
  }),
];
