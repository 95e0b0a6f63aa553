// Runs the trials of late.test.ts with more seeds: node tests/faults/late.ts --seeds 2000 [--from 1]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLateTrials } from './late-trials.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
});
const folder = mkdtempSync(join(tmpdir(), 'pipstream-late-'));
try {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.from) + i);
  const tally = await runLateTrials(seeds, (batch) => join(folder, String(batch)));
  for (const problem of tally.problems) console.log(problem);
  const seen = [...tally.seen].toSorted().map(([what, times]) => `  ${what}: ${times}`);
  console.log(
    `${tally.trials} taps, ${tally.executed} carried out, ${tally.problems.length} problems\n${seen.join('\n')}`,
  );
  process.exitCode = tally.problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
