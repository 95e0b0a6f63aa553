// An exchange in parts on a simulated bus and database: npm run sim -- cluster --seed 1. See docs/simulation.md.
import { parseArgs } from 'node:util';
import { type ClusterReport, simulateCluster } from './run.ts';

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  gateways: { type: 'string', default: '100' },
  /** Of each gateway. */
  phones: { type: 'string', default: '50' },
  dealers: { type: 'string', default: '8' },
  feeds: { type: 'string', default: '2' },
  /** How long faults happen, in simulated time. */
  seconds: { type: 'string', default: '30' },
  /** Without the check of epochs, which has to be found. */
  'no-fence': { type: 'boolean', default: false },
} as const;

/** @returns the exit status */
export async function runClusterSeeds(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const whole = (name: Exclude<keyof typeof OPTIONS, 'no-fence'>): number => {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 1)
      throw new Error(`--${name} must be a whole number above 0.`);
    return number;
  };
  const options = {
    gateways: whole('gateways'),
    phones: whole('phones'),
    dealers: whole('dealers'),
    feeds: whole('feeds'),
    seconds: whole('seconds'),
    isFenced: !values['no-fence'],
  };
  let failed = 0;
  for (let seed = whole('seed'); seed < whole('seed') + whole('seeds'); seed++) {
    const fromMs = performance.now();
    const report = await simulateCluster({ ...options, seed });
    if (report.violations.length > 0) failed++;
    console.log(lineOf(report, performance.now() - fromMs));
    for (const one of report.violations.slice(0, 10)) console.log(`  ${one}`);
    if (report.violations.length > 0)
      console.log(`  again: npm run sim -- cluster --seed ${seed} ${args.join(' ')}`);
  }
  return failed === 0 ? 0 : 1;
}

function lineOf(
  { seed, violations, intents, acknowledged, triggered, faults, slowestMs }: ClusterReport,
  tookMs: number,
): string {
  const struck = Object.entries(faults)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
  return (
    `seed ${seed}: ${violations.length} violations; ${acknowledged} of ${intents} orders and closes answered, the slowest after ` +
    `${slowestMs} ms, ${triggered} closed by prices; ${struck}; ${Math.round(tookMs / 1_000)} s`
  );
}
