import { n, type Row, tested } from '../row.ts';
import { MUTATION_ROW } from './mutations.ts';

/** Sums and the ledger. */
export const MONEY_ROWS: readonly Row[] = [
  tested({
    id: 'G19',
    fault: 'random inputs and worked examples of every sum',
    goal: 'worker = server = decimal reference at 6 decimals, 1,000,000 inputs',
    trials: { full: 100_000, quick: 10_000 },
    files: ['tests/server/exchange/oracle.test.ts', 'tests/server/exchange/worked-examples.test.ts'],
    env: (trials, seed) => ({ INPUTS: String(trials), SEED: String(seed) }),
    says: (trials) => `0 differences in ${n(trials)} inputs`,
  }),
  tested({
    id: 'G20',
    fault: 'random operations on ledger, orders and payments, with gaps and a restart',
    goal: 'all invariants hold, 1,000,000 operations',
    trials: { full: 20_000, quick: 0 },
    files: ['tests/server/exchange/many-operations.test.ts', 'tests/server/ledger/movements.test.ts'],
    env: (trials, seed) => ({ OPERATIONS: String(trials), SEED: String(seed) }),
    says: (trials) => `0 broken in ${n(trials)} operations, and in ${n(trials)} movements of money`,
  }),
  tested({
    id: 'G21',
    fault: '50 withdrawals, orders and closes at once on one balance',
    goal: 'no balance below 0, postings sum to 0',
    trials: { full: 20, quick: 5 },
    files: ['tests/server/payments/double-spend.test.ts'],
    env: (trials, seed) => ({ ROUNDS: String(trials), SEED: String(seed) }),
    says: (trials) => `0 in ${n(trials)} rounds of 50`,
  }),
  tested({
    id: 'G22',
    fault: 'the price jumps through the stop out',
    goal: 'no balance below 0, nothing gained by a hedge',
    trials: { full: 1, quick: 1 },
    files: ['tests/server/exchange/stop-out.test.ts'],
    says: () => 'balance 0 after the gap; the hedge gains 0. G20 has random gaps',
  }),
  MUTATION_ROW,
];
