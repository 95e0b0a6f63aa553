// Regenerates the recordings of `tests/recordings`: `npx node tests/helpers/programs/make-recordings.ts [NAME…]`.
// Then makes each a test with the same command that turns any recording into one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordScenario, SCENARIO_NAMES } from '../../sim/scenarios.ts';

const asked = process.argv.slice(2);
for (const name of SCENARIO_NAMES.filter((one) => asked.length === 0 || asked.includes(one))) {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
  try {
    const file = join(folder, `${name}.jsonl.gz`);
    writeFileSync(file, await recordScenario(name, folder));
    const { status } = spawnSync(process.execPath, ['replay/cli/main.ts', file, '--golden', name], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`${name} became no test`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
