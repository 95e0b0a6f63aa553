import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { runLateTrials } from './late-trials.ts';

const SEEDS = Number(process.env['SEEDS'] ?? 100);
const SEED = Number(process.env['SEED'] ?? 1);

it(`of ${SEEDS} taps over a link that is cut for up to a minute none is carried out late or twice, and the page says what the ledger has`, {
  timeout: 60_000 + SEEDS * 200,
}, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, i) => SEED + i);
  const { problems, trials, executed, seen } = await runLateTrials(seeds, temporaryFolder);
  expect(problems).toEqual([]);
  expect(trials).toBe(SEEDS);
  expect(executed).toBeGreaterThan(0);
  expect(executed).toBeLessThan(SEEDS);
  for (const cut of ['refused', 'held', 'inside', 'reply lost', 'reply held', 'no cut'])
    expect(seen.get(cut), cut).toBeGreaterThan(0);
});
