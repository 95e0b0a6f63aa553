import { n, type Row, tested } from '../row.ts';

export const RECORDING_ROWS: readonly Row[] = [
  tested({
    id: 'G32',
    fault: 'a recording replayed at any speed, split anywhere, folded or played',
    goal: 'equal digests, 100 %',
    trials: { full: 40, quick: 0 },
    files: ['tests/replay/determinism.test.ts', 'tests/recordings/recordings.test.ts'],
    env: (trials) => ({ SEEDS: String(trials) }),
    says: (trials) => `all equal for ${n(trials)} generated recordings and the 6 kept ones`,
  }),
  tested({
    id: 'G33',
    fault: 'secrets in recordings, in logs and errors while every write fails',
    goal: '0 hits of tokens, passwords, codes and personal data',
    trials: { full: 1, quick: 0 },
    files: ['tests/replay/canaries.test.ts', 'tests/faults/secrets.test.ts'],
    says: () => '0 hits: a canary in every parameter of every call',
  }),
];
