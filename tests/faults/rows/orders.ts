import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { runLateTrials } from '../late-trials.ts';
import { n, type Row, tested } from '../row.ts';
import { runWireTrials, type WireTally } from '../wire-trials.ts';

const seedsFrom = (seed: number, count: number) => Array.from({ length: count }, (_, i) => seed + i);

/** Commands that may be late, doubled or lost. */
export const ORDER_ROWS: readonly Row[] = [
  {
    id: 'F1',
    fault: 'the connection is cut at every moment of a command, for up to 60 s; a TCP proxy, real time',
    goal: '0 orders or closes carried out later than tap + validity, 0 doubled; the last word of the page equals the ledger, of payments too',
    trials: { full: 2_000, quick: 20 },
    async run({ trials, seed, report }) {
      const most = trials < 100 ? 3_000 : 60_000;
      const tally = await runWireTrials(seedsFrom(seed, trials), 1_000, most, report);
      return { ...judged(tally), note: `Cuts up to ${most / 1_000} s` };
    },
  },
  {
    id: 'F1v',
    fault: 'the same in virtual time, without sockets',
    goal: 'as F1',
    trials: { full: 1_000, quick: 100 },
    async run({ trials, seed }) {
      const tally = await runLateTrials(seedsFrom(seed, trials), temporaryFolder);
      return judged({ ...tally, slowestMs: undefined });
    },
  },
  tested({
    id: 'G12',
    fault: 'double taps and reloads, while replies are lost, cut and repeated',
    goal: 'exactly 1 order for each intent, and its outcome learnt',
    trials: { full: 40, quick: 0 },
    files: ['tests/faults/lost-replies.test.ts', 'tests/src/state/order-sender.test.ts'],
    env: (trials, seed) => ({ TRIALS: String(trials), SEED: String(seed) }),
    says: (trials) => `0 of ${n(trials)} intents doubled, lost or left unknown`,
  }),
  tested({
    id: 'G13',
    fault: 'lost, cut and repeated replies, 5xx of a proxy, restarts of the server',
    goal: 'exactly 1 order, result shown',
    trials: { full: 200, quick: 60 },
    files: ['tests/faults/lost-replies.test.ts'],
    env: (trials, seed) => ({ TRIALS: String(trials), SEED: String(seed + 1) }),
    says: (trials) => `0 of ${n(trials)} orders doubled or lost`,
  }),
  tested({
    id: 'G14',
    fault: 'the same cid many times at once, with other parameters, after a restart, of another account',
    goal: '1 order and 1 answer for each cid and account',
    trials: { full: 50, quick: 50 },
    files: ['tests/server/exchange/cid.test.ts'],
    says: (trials) => `${trials} at once: 1 order; other parameters refused`,
  }),
  tested({
    id: 'G15',
    fault: 'the outcome stays unknown: reload, second tab, long absence',
    goal: 'asked for until known; nothing sent twice; an unknown cid is sealed',
    trials: { full: 1, quick: 1 },
    files: [
      'tests/src/state/order-sender.test.ts',
      'tests/src/state/payment-intent.test.ts',
      'tests/server/exchange/outcome.test.ts',
    ],
    says: () => 'every case of the tests known in the end, 0 carried out by a look-up',
  }),
  tested({
    id: 'G16',
    fault: 'stale quotes and moved prices',
    goal: '0 fills outside the allowed deviation',
    trials: { full: 100_000, quick: 20_000 },
    files: ['tests/server/exchange/deviation.test.ts'],
    env: (trials, seed) => ({ QUOTES: String(trials), SEED: String(seed) }),
    says: (trials) => `0 of ${n(trials)} outside`,
  }),
  tested({
    id: 'G18',
    fault: 'the market closes; stop, stop out, reset and manual close race',
    goal: 'one outcome each, 100,000 schedules',
    trials: { full: 2_000, quick: 200 },
    files: ['tests/server/exchange/race.test.ts'],
    env: (trials, seed) => ({ SCHEDULES: String(trials), SEED: String(seed) }),
    says: (trials) => `one outcome each in ${n(trials)} schedules`,
  }),
];

function judged({
  trials,
  executed,
  problems,
  slowestMs,
}: Omit<WireTally, 'slowestMs' | 'seen'> & { slowestMs: number | undefined }) {
  const slowest =
    slowestMs === undefined ? '' : `, the latest order ${(slowestMs / 1_000).toFixed(1)} s after its tap`;
  const wrong = problems.length === 0 ? '' : `: ${problems[0]}`;
  return {
    measured: `${n(problems.length)} of ${n(trials)} late, doubled or told wrongly${wrong}; ${n(executed)} carried out${slowest}`,
    trials,
    met: problems.length === 0 && executed > 0,
  };
}
